import type { Dialect } from './dialect.js';
/** `/v1/chat/completions`. One choice; tools, stop words and sampling settings change nothing. */
export declare const chatDialect: Dialect;
