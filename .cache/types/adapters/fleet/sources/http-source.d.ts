import { type Clock } from '../../time/clock.js';
import type { DocumentSource } from './document-source.js';
/** Settings of an HTTP source. */
export type HttpSourceOptions = Readonly<{
    url: string;
    /** Default 1,000 ms. */
    intervalMs?: number;
    /** For a whole answer. Default 5,000 ms. */
    timeoutMs?: number;
    /** A larger document is refused. Default 16 MiB. */
    maxBytes?: number;
    /** Sent along, such as `authorization`. */
    headers?: Readonly<Record<string, string>>;
    clock?: Clock;
}>;
/**
 * An HTTP endpoint that is polled for the fleet document. An answer that is late, too large, no
 * JSON or faulty is refused, and what was read last stays.
 */
export declare const createHttpSource: (options: HttpSourceOptions) => DocumentSource;
