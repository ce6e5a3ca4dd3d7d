import * as E from 'fp-ts/lib/Either.js';
import type { Fault } from '../../../core/codec/fault.js';
import type { ListEntry } from './list-directory.js';
/** Reads the JSON of a model file, or says everything that is wrong with it. */
export declare const parseModelList: (json: unknown) => E.Either<readonly Fault[], readonly ListEntry[]>;
