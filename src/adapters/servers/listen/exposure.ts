import { isIP } from 'node:net';
import type { Log } from '../../telemetry/port.js';
import type { ListenAddress } from './listen-address.js';

/** Whether nobody but programs of this machine can connect to a host that is listened on. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/** Warns of a listener that trusts its callers and that other machines can reach. */
export const warnIfExposed = (
  log: Log,
  { host }: ListenAddress,
  about: Readonly<{ server: string; listener: string; address: string; message: string }>,
): void => {
  if (!isLoopback(host)) log.warn('server_exposed', about);
};
