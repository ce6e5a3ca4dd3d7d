/** What an engine is called, made of the URL that its owner has typed. */
import { checkTravellingId } from '../../core/codec/text-check.js';
import { checkBaseUrl, plainBaseUrl } from '../fleet/document/base-url.js';

/**
 * The base URL that requests for `/v1/...` go below: clients are given URLs with `/v1` at their
 * end, and engines are often named by the same. Undefined when it is none.
 */
export const engineUrl = (text: string): string | undefined => {
  if (checkBaseUrl(text) !== undefined) return undefined;
  const url = plainBaseUrl(text).replace(/\/v1$/, '');
  return checkTravellingId(clusterIdOf(url)) === undefined ? url : undefined;
};

/** Host, port and path of an engine: stable, so that memories shared by replicas agree. */
export const clusterIdOf = (url: string): string => url.replace(/^https?:\/\//, '');
