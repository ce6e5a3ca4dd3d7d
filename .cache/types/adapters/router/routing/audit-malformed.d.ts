import { type RawHeaders } from '../../http/index.js';
import type { Engine } from '../../runtime/index.js';
/**
 * Has a routing method that is malformed counted and logged like every other refused one: it is
 * found before the engine sees the request.
 */
export declare const auditMalformed: (engine: Engine, rawHeaders: RawHeaders) => void;
