import * as E from 'fp-ts/lib/Either.js';
import type { Fault } from '../../../core/codec/fault.js';
import type { ListEntry } from './list-directory.js';
/**
 * Reads the text of a model file, or says everything that is wrong with it.
 *
 * The JSON parser's own message would quote the file, and the file may hold keys by mistake.
 */
export declare const parseModelFile: (text: string) => E.Either<readonly Fault[], readonly ListEntry[]>;
