import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { watchServer } from '../../servers/drain-server.js';
import { formatAddress, type ListenAddress } from '../../servers/listen-address.js';

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
export const startHttpListener = async (
  { host, port }: ListenAddress,
  limits: HttpLimits,
  handle: RequestListener,
): Promise<HttpListener> => {
  const server = createServer(
    {
      maxHeaderSize: limits.maxHeaderBytes,
      headersTimeout: limits.headersTimeoutMs,
      keepAliveTimeout: limits.keepAliveMs,
      // An upload may take its time; a silent one is cut off by whoever reads it.
      requestTimeout: 0,
    },
    handle,
  );
  // Their size is bounded; leaving some of them out would be worse than reading all.
  server.maxHeadersCount = 0;
  const { drain } = watchServer(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const bound = server.address() as AddressInfo;
  return { address: formatAddress({ host, port: bound.port }), close: drain };
};
