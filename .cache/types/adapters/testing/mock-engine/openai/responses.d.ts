import type { Dialect } from './dialect.js';
/** `/v1/responses`. One message of text; earlier responses are not kept. */
export declare const responsesDialect: Dialect;
