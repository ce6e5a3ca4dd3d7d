/**
 * What the memory keeps under the id of a response, so that a request that names it finds the
 * session it belongs to, and the cluster that stores it.
 */
import { isJsonObject, ownMember } from '../core/codec/codec.js';
import { hexSha256, type CreateSha256 } from './sha256.js';
import { isStorableClusterId } from './store-key.js';

/** Where a response belongs. */
export type ResponseRecord = Readonly<{
  /** As the client named it. */
  model: string;
  affinityKey: string;
  clusterId: string;
}>;

/** Whether a text may be the id of a response: 1 to 128 characters of visible ASCII. */
export const isResponseId = (id: unknown): id is string =>
  typeof id === 'string' && /^[\x21-\x7e]{1,128}$/.test(id);

/**
 * Key of a response in the memory: `rs:v1:` and a hash of its id, and of the caller where sessions
 * are a caller's own.
 */
export const responseStoreKey = (
  responseId: string,
  caller: string | undefined,
  createSha256: CreateSha256,
): string => {
  const scope = caller === undefined ? '' : hexSha256(caller, createSha256);
  return `rs:v1:${hexSha256(`${scope}\n${responseId}`, createSha256)}`;
};

/** The record as a text. */
export const encodeResponseRecord = ({ model, affinityKey, clusterId }: ResponseRecord): string =>
  JSON.stringify({ model, affinity_key: affinityKey, cluster_id: clusterId });

/** The record in a text; undefined when there is none. */
export const decodeResponseRecord = (text: string): ResponseRecord | undefined => {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isJsonObject(json)) return undefined;
  const model = ownMember(json, 'model');
  const affinityKey = ownMember(json, 'affinity_key');
  const clusterId = ownMember(json, 'cluster_id');
  if (typeof model !== 'string' || typeof clusterId !== 'string') return undefined;
  if (typeof affinityKey !== 'string' || !/^[\x21-\x7e]{1,256}$/.test(affinityKey))
    return undefined;
  return isStorableClusterId(clusterId) ? { model, affinityKey, clusterId } : undefined;
};
