/** Where a server listens. */
export type ListenAddress = Readonly<{ host: string; port: number }>;

/**
 * Reads `host:port`, `[::1]:port`, `:port` or `port`; without a host it is the loopback, and so
 * is `localhost`: one address, not two.
 *
 * Undefined when it is none of these; port 0 takes any free one.
 */
export const parseListenAddress = (text: string): ListenAddress | undefined => {
  const parts = /^(?:(\[[0-9a-fA-F:.]+\]|[^\s:[\]]*):)?(\d{1,5})$/.exec(text);
  if (parts === null) return undefined;
  const port = Number(parts[2]);
  if (port > 65_535) return undefined;
  const host = (parts[1] ?? '').replace(/^\[|\]$/g, '');
  return { host: host === '' || host === 'localhost' ? LOOPBACK : host, port };
};

/** An address as it stands in a URL. */
export const formatAddress = ({ host, port }: ListenAddress): string =>
  `${host.includes(':') ? `[${host}]` : host}:${String(port)}`;

const LOOPBACK = '127.0.0.1';
