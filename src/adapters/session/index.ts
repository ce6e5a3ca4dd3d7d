import { createNodeSha256 } from '../platform/node-sha256.js';
import { sessionFunctions } from './sessions.js';

const functions = sessionFunctions(createNodeSha256);

/**
 * Tells the session of a request, or that it has none.
 *
 * Left when an id is not 1 to 256 bytes of well-formed text without control characters, or a body
 * value has another type; the header is checked even when a body value wins. `null` and "" in the
 * body count as absent. Cost: one SHA-256 of the id, or of the whole payload.
 *
 * @example
 * sessionIdentity({ kind: 'chat', body: { prompt_cache_key: 'chat-7' } });
 * // right(some({ source: 'prompt_cache_key', sessionId: 'chat-7', eligible: true, ... }))
 */
export const sessionIdentity = functions.sessionIdentity;

/**
 * Key of a session in the last-cluster memory, the same in every implementation.
 *
 * `lc:v1:` and the hex SHA-256 over routing key, model and affinity key, each preceded by its
 * length in bytes as an unsigned 64-bit big-endian number.
 *
 * @example
 * lastClusterStoreKey({ routingKey: 'rk-1', model: 'model-a', affinityKey: 'mt:v1:session:abc' });
 * // 'lc:v1:101590e94130e8d3eda00af3aeb17c0e0d0da89abcfb19c35859b5c6d60ba60c'
 */
export const lastClusterStoreKey = functions.lastClusterStoreKey;

export * from '../../session/index.js';
