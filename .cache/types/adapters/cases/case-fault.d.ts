import type { JsonObject } from '../../core/codec/codec.js';
import type { Fault } from '../../core/codec/fault.js';
import type { RejectionClass } from '../../expression/index.js';
/** One thing that is wrong with a case. A `Fault` is one, too. */
export type CaseFault = Readonly<{
    code: Fault['code'] | RejectionClass;
    message: string;
    /** JSON path within the case; "" is the whole. */
    path: string;
}>;
/** The result of a case that cannot be decided: the first fault, its message telling the others. */
export declare const encodeCaseFaults: (faults: readonly CaseFault[]) => JsonObject;
