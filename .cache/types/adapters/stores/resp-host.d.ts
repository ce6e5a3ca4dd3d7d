/** Where a server that speaks the Redis protocol listens, and how to get in. */
export type RespHost = Readonly<{
    host: string;
    port: number;
    tls: boolean;
    username?: string;
    password?: string;
    /** Number of the Redis database; absent means 0. */
    database?: number;
}>;
/**
 * Reads `redis[s]://[[user]:password@]host[:port][/database]`; port 6379 unless given.
 *
 * Undefined when the text is no such URL; a query or fragment makes it none.
 */
export declare const parseRedisUrl: (text: string) => RespHost | undefined;
/** Reads `host:port`; an IPv6 host stands in brackets. Undefined when the text is not that. */
export declare const parseHostAndPort: (text: string) => RespHost | undefined;
