/**
 * What the last-cluster memory stores: its key, and the values it takes.
 *
 * The parts of the key are length-prefixed, so that no two sessions share one by moving a
 * character across a border, and hashed, so that no routing key can be read in a store.
 */
import { isVisibleAscii } from '../core/codec/utf8.js';
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
  const parts = [session.routingKey ?? '', session.model, session.affinityKey];
  const hash = createSha256();
  hash.update(parts.every(isShort) ? prefixedText(parts) : prefixed(parts));
  return `lc:v1:${hash.hex()}`;
};

/**
 * Whether a cluster id may be stored and sent: 1 to 256 bytes of UTF-8, no control characters.
 */
export const isStorableClusterId = (clusterId: string): boolean => {
  if (clusterId === '' || clusterId.length > CLUSTER_ID_MAX_BYTES) return false;
  if (isVisibleAscii(clusterId)) return true;
  if (/[\p{Cc}\p{Surrogate}]/u.test(clusterId)) return false;
  return encoder.encode(clusterId).length <= CLUSTER_ID_MAX_BYTES;
};

const encoder = new TextEncoder();

const PREFIX_BYTES = 8;

/** Whether its length, in characters as in bytes, is one character of ASCII. */
const isShort = (part: string): boolean => part.length < 0x80 && isVisibleAscii(part);

/** The same as `prefixed` as text, which is hashed without being encoded first. */
const prefixedText = (parts: readonly string[]): string => {
  let row = '';
  for (const part of parts) row += `\0\0\0\0\0\0\0${String.fromCharCode(part.length)}${part}`;
  return row;
};

/** The parts in a row, each behind its length: one piece is hashed quicker than six. */
const prefixed = (texts: readonly string[]): Uint8Array => {
  const parts = texts.map((text) => encoder.encode(text));
  const lengthBytes = parts.reduce((sum, part) => sum + PREFIX_BYTES + part.length, 0);
  const row = new Uint8Array(lengthBytes);
  const view = new DataView(row.buffer);
  let at = 0;
  for (const part of parts) {
    view.setBigUint64(at, BigInt(part.length));
    row.set(part, at + PREFIX_BYTES);
    at += PREFIX_BYTES + part.length;
  }
  return row;
};
