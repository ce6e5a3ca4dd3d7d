import type { Readable } from 'node:stream';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { type Failure } from './failure.js';
/** The bytes of a file; "-" is standard input. */
export declare const openInput: (file: string) => Readable;
/** How messages name an input. */
export declare const inputName: (file: string) => string;
/** The failure of a file that cannot be read, exit status 2. */
export declare const unreadable: (file: string, error: NodeJS.ErrnoException) => Failure;
/** Text that is no JSON, and where; or an input that cannot be read at all. */
export type JsonInputFault = Readonly<{
    kind: 'unreadable';
    failure: Failure;
}> | Readonly<{
    kind: 'invalid_json';
    message: string;
    line: number;
    column: number;
}>;
/** Reads a whole input as JSON. A byte order mark is skipped. */
export declare const readJsonInput: (file: string) => TE.TaskEither<JsonInputFault, unknown>;
/** The same, any fault being a failure. */
export declare const readJson: (file: string) => TE.TaskEither<Failure, unknown>;
