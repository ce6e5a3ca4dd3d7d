/** Where a server listens. */
export type ListenAddress = Readonly<{
    host: string;
    port: number;
}>;
/**
 * Reads `host:port`, `[::1]:port`, `:port` or `port`; without a host it is the loopback, and so
 * is `localhost`: one address, not two.
 *
 * Undefined when it is none of these; port 0 takes any free one.
 */
export declare const parseListenAddress: (text: string) => ListenAddress | undefined;
/** An address as it stands in a URL. */
export declare const formatAddress: ({ host, port }: ListenAddress) => string;
