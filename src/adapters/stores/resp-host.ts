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

const REDIS_PORT = 6379;

/**
 * Reads `redis[s]://[[user]:password@]host[:port][/database]`; port 6379 unless given.
 *
 * Undefined when the text is no such URL; a query or fragment makes it none.
 */
export const parseRedisUrl = (text: string): RespHost | undefined => {
  const url = parseUrl(text);
  if (url === undefined || (url.protocol !== 'redis:' && url.protocol !== 'rediss:')) {
    return undefined;
  }
  const database = /^\/?$/.test(url.pathname) ? '0' : /^\/(\d{1,9})$/.exec(url.pathname)?.[1];
  const credentials = decodeCredentials(url);
  if (database === undefined || credentials === undefined) return undefined;
  return {
    host: withoutBrackets(url.hostname),
    port: url.port === '' ? REDIS_PORT : Number(url.port),
    tls: url.protocol === 'rediss:',
    ...credentials,
    ...(Number(database) === 0 ? {} : { database: Number(database) }),
  };
};

/** Reads `host:port`; an IPv6 host stands in brackets. Undefined when the text is not that. */
export const parseHostAndPort = (text: string): RespHost | undefined => {
  const url = parseUrl(`olric://${text}`);
  if (url === undefined || url.port === '' || url.host !== text) return undefined;
  return { host: withoutBrackets(url.hostname), port: Number(url.port), tls: false };
};

/** Everything before the last "@" may be a secret, however malformed the rest is. */
export const withoutLogin = (text: string): string => {
  const at = text.lastIndexOf('@');
  return at === -1 ? text : `***${text.slice(at)}`;
};

const parseUrl = (text: string): URL | undefined => {
  if (/[\s\p{Cc}]/u.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isPlain = url.hostname !== '' && url.search === '' && url.hash === '';
  return isPlain && url.port !== '0' ? url : undefined;
};

const decodeCredentials = (url: URL): Pick<RespHost, 'username' | 'password'> | undefined => {
  try {
    return {
      ...(url.username === '' ? {} : { username: decodeURIComponent(url.username) }),
      ...(url.password === '' ? {} : { password: decodeURIComponent(url.password) }),
    };
  } catch {
    return undefined;
  }
};

const withoutBrackets = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1');
