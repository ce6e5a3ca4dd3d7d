import type { Problem } from './fault.js';
/** What is wrong with a text that is hashed or compared as UTF-8. */
export declare const checkText: (value: unknown) => Problem | undefined;
/** What is wrong with a required, non-empty id. */
export declare const checkId: (value: unknown) => Problem | undefined;
