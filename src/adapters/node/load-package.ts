import * as TE from 'fp-ts/lib/TaskEither.js';
import { fault, type Fault } from '../../core/codec/fault.js';

/** Loads an optional package on use; a fault names it when that fails. */
export const loadPackage = <Module>(name: string): TE.TaskEither<Fault, Module> =>
  TE.tryCatch(
    () => import(name) as Promise<Module>,
    (error) =>
      fault({
        code: 'missing',
        path: name,
        expected: `the optional package ${name} (npm install ${name})`,
        given: error instanceof Error ? error.message : String(error),
      }),
  );
