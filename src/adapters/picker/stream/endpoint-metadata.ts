/** What the Endpoint Picker Protocol puts into metadata and headers. */
import { LRUCache } from 'lru-cache';
import type { Backend } from '../../fleet/port.js';
import type { ProcessingRequest, Struct } from '../wire/messages.js';
import { endpointOf } from './endpoint.js';

/** Header, and key of the metadata, that names where a request goes. */
export const DESTINATION = 'x-gateway-destination-endpoint';

const NAMESPACE = 'envoy.lb';
const SERVED = 'x-gateway-destination-endpoint-served';
const SUBSET_NAMESPACE = 'envoy.lb.subset_hint';
const SUBSET = 'x-gateway-destination-endpoint-subset';

/** The dynamic metadata that carry the endpoints that were picked; the same object for the same. */
export const destinationMetadata = (endpoints: string): Struct => {
  const found = known.get(endpoints);
  if (found !== undefined) return found;
  const named = { fields: { [DESTINATION]: { stringValue: endpoints } } };
  const metadata = { fields: { [NAMESPACE]: { structValue: named } } };
  known.set(endpoints, metadata);
  return metadata;
};

/** Large fleets have more combinations of backend and fallbacks than are worth their memory. */
const known = new LRUCache<string, Struct>({ max: 1_024 });

/** The endpoint that the proxy says has served; undefined when it does not say. */
export const servedEndpoint = (message: ProcessingRequest): string | undefined => {
  const served = memberOf(message, NAMESPACE, SERVED)?.stringValue;
  return served === undefined || served === '' ? undefined : served;
};

/**
 * Whether a backend may be picked, by the subset hint of the proxy; undefined when there is none.
 * A hint that is empty, or no list of endpoints, allows nothing.
 */
export const allowedBySubset = (
  message: ProcessingRequest,
): ((backend: Backend) => boolean) | undefined => {
  const hint = memberOf(message, SUBSET_NAMESPACE, SUBSET);
  if (hint === undefined) return undefined;
  const listed = hint.listValue?.values.map(({ stringValue = '' }) => stringValue);
  const endpoints = new Set(
    (listed ?? (hint.stringValue ?? '').split(',')).map((endpoint) => endpoint.trim()),
  );
  return (backend) => {
    const endpoint = endpointOf(backend);
    return endpoint !== undefined && endpoints.has(endpoint);
  };
};

const memberOf = ({ metadataContext }: ProcessingRequest, namespace: string, key: string) => {
  const metadata = metadataContext?.filterMetadata;
  if (metadata === undefined || !Object.hasOwn(metadata, namespace)) return undefined;
  const { fields } = metadata[namespace]!;
  return Object.hasOwn(fields, key) ? fields[key] : undefined;
};
