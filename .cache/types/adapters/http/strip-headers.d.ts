import type { HeaderSource } from './header-source.js';
/** Settings of `stripForged`. */
export type StripForgedOptions = Readonly<{
    /** Pass the caller's `authorization` on, because the model entry says so. */
    forwardAuthorization: boolean;
}>;
/**
 * Copies an inbound request's headers without those only the gateway may set, and without those
 * of the connection. Call it on every path, after any clone and before adding trusted headers.
 *
 * Names are compared without case, and "_" counts as "-": many servers behind cannot tell
 * `x_model` from `x-model`.
 */
export declare const stripForged: (source: HeaderSource, options: StripForgedOptions) => string[];
/**
 * Copies a router response's headers without what clients must not see: `x-stargate-*`,
 * `x-inference-server-*` and those of the connection. The rest stays, `x-request-id` and
 * `retry-after` included.
 */
export declare const stripForClient: (source: HeaderSource) => string[];
/** Tells whether a header is present under any spelling that `stripForged` counts as the same. */
export declare const hasHeader: (source: HeaderSource, name: string) => boolean;
/** Headers that only the gateway sets, besides all of `x-stargate-*`. */
export declare const GATEWAY_ONLY: ReadonlySet<string>;
