/**
 * What the last-cluster memory stores: its key, and the values it takes.
 *
 * The parts of the key are length-prefixed, so that no two sessions share one by moving a
 * character across a border, and hashed, so that no routing key can be read in a store.
 */
import type { CreateSha256 } from './sha256.js';

/** What a session is to the memory. An absent routing key equals an empty one. */
export type SessionKey = Readonly<{
  routingKey?: string | undefined;
  model: string;
  affinityKey: string;
}>;

/** Longest value of the memory, in bytes of UTF-8. */
export const CLUSTER_ID_MAX_BYTES = 256;

/**
 * Key of a session in the last-cluster memory, the same in every implementation.
 *
 * `lc:v1:` and the hex SHA-256 over routing key, model and affinity key, each preceded by its
 * length in bytes as an unsigned 64-bit big-endian number.
 */
export const storeKeyOf = (session: SessionKey, createSha256: CreateSha256): string => {
  const hash = createSha256();
  for (const part of [session.routingKey ?? '', session.model, session.affinityKey]) {
    const bytes = encoder.encode(part);
    hash.update(lengthPrefix(bytes.length));
    hash.update(bytes);
  }
  return `lc:v1:${hash.hex()}`;
};

/**
 * Whether a cluster id may be stored and sent: 1 to 256 bytes of UTF-8, no control characters.
 */
export const isStorableClusterId = (clusterId: string): boolean => {
  if (clusterId === '' || clusterId.length > CLUSTER_ID_MAX_BYTES) return false;
  if (/[\p{Cc}\p{Surrogate}]/u.test(clusterId)) return false;
  return encoder.encode(clusterId).length <= CLUSTER_ID_MAX_BYTES;
};

const encoder = new TextEncoder();

const lengthPrefix = (lengthBytes: number): Uint8Array => {
  const prefix = new Uint8Array(8);
  new DataView(prefix.buffer).setBigUint64(0, BigInt(lengthBytes));
  return prefix;
};
