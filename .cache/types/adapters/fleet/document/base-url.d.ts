import type { Problem } from '../../../core/codec/fault.js';
/** What is wrong with a base URL that requests are sent to. */
export declare const checkBaseUrl: (value: unknown) => Problem | undefined;
/** The URL in its normal form, without slashes at its end. */
export declare const plainBaseUrl: (url: string) => string;
/** The host of a URL; an IPv6 address without its brackets. */
export declare const hostOf: (url: string) => string;
/** The same URL at an address of its host, IPv6 in brackets. */
export declare const atAddress: (url: string, address: string) => string;
/** A path below a base URL, optionally at another port. */
export declare const below: (url: string, path: string, port?: number) => string;
/** Everything before the last "@" may be a secret, however malformed the rest is. */
export declare const withoutCredentials: (url: unknown) => unknown;
