import * as O from 'fp-ts/lib/Option.js';
import { type HeaderSource } from '../../http/header-source.js';
import type { PreparedRequest } from './prepare-request.js';
/** What goes into the headers of a forwarded request besides what was prepared. */
export type RouterAdditions = Readonly<{
    requestId: string;
    /** The hint; none: the router sees no hint, whatever the caller sent. */
    lastClusterId: O.Option<string>;
    /** W3C headers of the gateway's span; without a `traceparent` the caller's context passes. */
    trace: Readonly<Record<string, string>>;
    /** The body was written anew, and the caller's `content-length` with it. */
    isBodyRewritten: boolean;
}>;
/**
 * Makes the headers of a request to the router: the caller's without those only the gateway may
 * set, then the trusted ones.
 *
 * Spelling, values and duplicates of the others stay. Never call it with headers made by it.
 */
export declare const headersForRouter: (source: HeaderSource, prepared: PreparedRequest, added: RouterAdditions) => string[];
