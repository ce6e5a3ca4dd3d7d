import type { Either } from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';
import type { Fault } from '../../../core/codec/fault.js';
/** Checks a value with a codec; on failure returns the fault that lies deepest in the value. */
export declare const decode: <A>(codec: t.Decoder<unknown, A>, value: unknown) => Either<Fault, A>;
