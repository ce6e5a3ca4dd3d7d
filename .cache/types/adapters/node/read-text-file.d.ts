import * as E from 'fp-ts/lib/Either.js';
import { type Fault } from '../../core/codec/fault.js';
/** Reads a whole text file of at most `maxBytes`; no device, no pipe, no folder. */
export declare const readTextFile: (path: string, maxBytes: number) => Promise<E.Either<Fault, string>>;
