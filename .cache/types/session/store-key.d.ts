/** What a session is to the memory. An absent routing key equals an empty one. */
export type SessionKey = Readonly<{
    routingKey?: string | undefined;
    model: string;
    affinityKey: string;
}>;
/** Longest value of the memory, in bytes of UTF-8. */
export declare const CLUSTER_ID_MAX_BYTES = 256;
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
export declare const lastClusterStoreKey: (session: SessionKey) => string;
/**
 * Whether a cluster id may be stored and sent: 1 to 256 bytes of UTF-8, no control characters.
 */
export declare const isStorableClusterId: (clusterId: string) => boolean;
