import * as TE from 'fp-ts/lib/TaskEither.js';
import { type Fault } from '../../core/codec/fault.js';
/** Loads an optional package on use; a fault names it when that fails. */
export declare const loadPackage: <Module>(name: string) => TE.TaskEither<Fault, Module>;
