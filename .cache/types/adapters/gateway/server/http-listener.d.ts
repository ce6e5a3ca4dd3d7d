import { type RequestListener } from 'node:http';
import { type ListenAddress } from '../../servers/listen-address.js';
/** Limits of a listener. */
export type HttpLimits = Readonly<{
    /** Larger request headers are answered with 431. */
    maxHeaderBytes: number;
    /** Longest time a client may take to send its headers, ms. */
    headersTimeoutMs: number;
    /** How long a connection without a request is kept, ms. */
    keepAliveMs: number;
}>;
/** A port that is being listened on. */
export type HttpListener = Readonly<{
    /** `host:port`, with the port that was taken. */
    address: string;
    /** Stops accepting, lets responses end for up to `graceMs`, then cuts. */
    close: (graceMs: number) => Promise<void>;
}>;
/** Listens with `handle`; rejects when the address cannot be had. */
export declare const startHttpListener: ({ host, port }: ListenAddress, limits: HttpLimits, handle: RequestListener) => Promise<HttpListener>;
