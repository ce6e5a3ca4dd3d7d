import * as TE from 'fp-ts/lib/TaskEither.js';
import { type Case } from '../../cases/index.js';
import { type Failure } from '../input/failure.js';
/** Reads the one case of a file; every fault in it becomes a message. */
export declare const readCase: (file: string) => TE.TaskEither<Failure, Case>;
