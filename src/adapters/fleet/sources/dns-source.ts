import type { AddressFamily } from '../document/backend-definition.js';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { fault, type Fault } from '../../../core/codec/fault.js';
import type { Clock } from '../../time/clock.js';
import { withDeadline } from '../../time/deadline.js';
import { describeError } from '../../node/error-text.js';
import { untilClosed } from './document-intake.js';
import { createPollLoop } from '../../time/poll-loop.js';
import type { Source } from '../../time/source.js';

/** Looks up the addresses of a host name; rejects as `dns.promises.lookup` does. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

/** Settings of a DNS source. */
export type DnsSourceOptions = Readonly<{
  host: string;
  family: AddressFamily;
  intervalMs: number;
  timeoutMs: number;
  clock: Clock;
  /** Default: the resolver of the system, `/etc/hosts` and search domains included. */
  resolve?: ResolveHost;
}>;

/** More than this for one name is refused. */
const MAX_ADDRESSES = 1024;

/** The name is known to have no address, as opposed to not known because nobody answered. */
const NO_SUCH_NAME: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA', 'NXDOMAIN']);

/**
 * The addresses of a host name, sorted and distinct, resolved again and again.
 *
 * A name without addresses gives an empty list; a resolver that fails or is late is refused.
 */
export const createDnsSource = (options: DnsSourceOptions): Source<readonly string[]> => {
  const { host, family, clock, intervalMs, timeoutMs } = options;
  const ask = shareUnderWay(options.resolve ?? resolveBySystem);
  let isClosed = false;
  let closeLoop = (): void => undefined;

  return {
    name: `host name ${host}`,
    start: (given) => {
      const listener = untilClosed(given, () => isClosed);
      const poll = async (): Promise<void> => {
        const answer = await withDeadline(clock, timeoutMs, () => ask(host));
        if (answer.kind === 'timeout') {
          listener.onRefused([unresolved(host, `none within ${String(timeoutMs)} ms`)]);
        } else if (answer.kind === 'done') {
          deliver(answer.value);
        } else if (isNoSuchName(answer.error)) {
          listener.onValue([]);
        } else {
          listener.onRefused([unresolved(host, describeError(answer.error))]);
        }
      };
      const deliver = (found: readonly string[]): void => {
        const addresses = [...new Set(found.filter((text) => isOfFamily(text, family)))].sort();
        if (addresses.length <= MAX_ADDRESSES) listener.onValue(addresses);
        else listener.onRefused([unresolved(host, `${String(addresses.length)} addresses`)]);
      };
      const loop = createPollLoop({ clock, intervalMs, poll });
      closeLoop = loop.close;
      return loop.start();
    },
    close: async () => {
      isClosed = true;
      closeLoop();
    },
  };
};

const resolveBySystem: ResolveHost = async (host) => {
  const found = await lookup(host, { all: true, verbatim: true });
  return found.map(({ address }) => address);
};

/** A question that hangs is waited for rather than asked a second time. */
const shareUnderWay = (resolve: ResolveHost): ResolveHost => {
  let underWay: Promise<readonly string[]> | undefined;
  return (host) => {
    underWay ??= resolve(host).finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
};

const isNoSuchName = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && NO_SUCH_NAME.has(String(error.code));

/** An address with a zone cannot stand in a URL. */
const isOfFamily = (text: string, family: AddressFamily): boolean => {
  const version = text.includes('%') ? 0 : isIP(text);
  return family === 'all' ? version !== 0 : version === (family === 'ipv4' ? 4 : 6);
};

const unresolved = (host: string, given: string): Fault =>
  fault({
    code: 'missing',
    path: '',
    expected: `1 to ${String(MAX_ADDRESSES)} addresses`,
    given,
    about: `host name ${host}`,
  });
