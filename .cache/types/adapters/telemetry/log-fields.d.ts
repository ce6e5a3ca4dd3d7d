import type { LogFields } from './port.js';
/**
 * The fields of an event as they may be written: texts escaped and cut to 4,096 characters (a whole
 * canonical expression fits), fields without a value left out, and so is whatever is named like a
 * secret, an affinity key or a session id, however it is spelled.
 */
export declare const loggableFields: (fields: LogFields) => Record<string, unknown>;
