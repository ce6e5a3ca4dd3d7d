import * as E from 'fp-ts/lib/Either.js';
import { type Fault } from './fault.js';
/** Reads JSON text; the one fault of bad text carries what the parser said. */
export declare const parseJsonText: (text: string, path?: string) => E.Either<readonly Fault[], unknown>;
