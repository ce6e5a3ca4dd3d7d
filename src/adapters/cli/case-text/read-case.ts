import { pipe } from 'fp-ts/lib/function.js';
import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { parseCase, type Case, type CaseFault } from '../../cases/index.js';
import { createView } from '../../platform/node.js';
import type { Failure } from '../input/failure.js';
import { readInput } from '../input/read-input.js';

/** Reads the one case of a file; every fault in it becomes a message. */
export const readCase = (file: string): TE.TaskEither<Failure, Case> =>
  readInput(file, (json) =>
    pipe(
      parseCase(json, createView),
      E.mapLeft((faults) => faults.map((one) => ({ ...one, message: describeFault(one) }))),
    ),
  );

/** Messages of expressions do not name their member. */
const describeFault = ({ path, message }: CaseFault): string =>
  path === 'routing_method' && !message.startsWith(path) ? `${path}: ${message}` : message;
