import { pipe } from 'fp-ts/lib/function.js';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { parseCase, type Case, type CaseFault } from '../../cases/index.js';
import { createView } from '../../platform/node.js';
import { failure, type Failure } from '../input/failure.js';
import { readJson } from '../input/read-input.js';

/** Reads the one case of a file; every fault in it becomes a message. */
export const readCase = (file: string): TE.TaskEither<Failure, Case> =>
  pipe(
    readJson(file),
    TE.flatMapEither((json) =>
      pipe(
        parseCase(json, createView),
        E.mapLeft((faults) => failure(1, ...faults.map(describeFault))),
      ),
    ),
  );

/** Messages of expressions do not name their member. */
const describeFault = ({ path, message }: CaseFault): string =>
  path === 'routing_method' && !message.startsWith(path) ? `${path}: ${message}` : message;
