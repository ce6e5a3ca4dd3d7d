import type { Clock } from '../../time/clock.js';
import type { Source } from '../../time/source.js';
/** Which addresses of a name count. */
export type AddressFamily = 'all' | 'ipv4' | 'ipv6';
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
/**
 * The addresses of a host name, sorted and distinct, resolved again and again.
 *
 * A name without addresses gives an empty list; a resolver that fails or is late is refused.
 */
export declare const createDnsSource: (options: DnsSourceOptions) => Source<readonly string[]>;
