import { isIP } from 'node:net';
import type * as t from 'io-ts';
import { errorAt, type Codec, type JsonObject } from '../../../core/codec/codec.js';
import { describeGiven } from '../../../core/codec/fault.js';
import { defaulted, objectCodec, optional, required } from '../../../core/codec/object-codec.js';
import { amount, travellingId, valueCodec } from '../../../core/codec/value-codec.js';
import type { ClusterStats } from '../../../core/snapshot/snapshot.js';
import { checkBaseUrl, hostOf, plainBaseUrl, withoutCredentials } from './base-url.js';
import { metricsDefinitionCodec, type MetricsDefinition } from './metrics-definition.js';
import { partialStatsCodec } from './partial-stats.js';

/** Which addresses of a name count. */
export type AddressFamily = 'all' | 'ipv4' | 'ipv6';

/** A backend as a document describes it; with `dns`, as many as its host name has addresses. */
export type BackendDefinition = Readonly<{
  id: string;
  /** Base URL without a slash at its end. */
  url: string;
  /** Absent: that of the cluster. */
  rttMs?: number;
  /** Static defaults; for each address, with `dns`. */
  stats: Partial<ClusterStats>;
  /** The host of the URL is a name to be resolved again and again. */
  dns?: AddressFamily;
  /** Where its statistics come from; without one it never reports. */
  source?: MetricsDefinition;
}>;

const baseUrl = valueCodec<string>('URL', {
  problemOf: checkBaseUrl,
  schema: { type: 'string', format: 'uri' },
  read: plainBaseUrl,
  shown: withoutCredentials,
});

const FAMILIES: ReadonlyMap<unknown, AddressFamily | undefined> = new Map<
  unknown,
  AddressFamily | undefined
>([
  [true, 'all'],
  ['ipv4', 'ipv4'],
  ['ipv6', 'ipv6'],
  [false, undefined],
]);

const addressFamily = valueCodec<AddressFamily>('dns', {
  problemOf: (json) =>
    FAMILIES.has(json)
      ? undefined
      : { code: 'invalid_value', expected: 'true, false, "ipv4" or "ipv6"' },
  schema: { enum: [...FAMILIES.keys()] },
  read: (json) => FAMILIES.get(json)!,
  write: (family) => family === 'all' || family,
});

/** Decodes one backend; messages name its id where that can be read. */
export const backendDefinitionCodec: Codec<BackendDefinition> = objectCodec<BackendDefinition>(
  'BackendDefinition',
  {
    members: {
      id: required('id', travellingId, 'unique in the target'),
      url: required('url', baseUrl, 'where requests are sent'),
      rttMs: optional('rtt_ms', amount, 'round trip, ms; absent: that of the cluster'),
      stats: defaulted('stats', partialStatsCodec, {}, 'static defaults'),
      dns: optional('dns', addressFamily, 'one backend per address of the host of the URL'),
      source: optional('source', metricsDefinitionCodec, 'where its statistics come from'),
    },
    unknown: 'refused',
    check: checkDnsHost,
    // Without an id of its own, its cluster says where it is.
    label: ({ id: name }) =>
      typeof name === 'string' && name !== '' ? `backend ${describeGiven(name)}` : undefined,
  },
);

function checkDnsHost({ url, dns }: JsonObject, context: t.Context): t.Errors {
  const isResolved = FAMILIES.get(dns) !== undefined;
  if (!isResolved || checkBaseUrl(url) || isIP(hostOf(url as string)) === 0) return [];
  const expected = 'no dns, as the host of the URL is an address';
  return [errorAt(context, 'dns', dns, { code: 'invalid_value', expected })];
}
