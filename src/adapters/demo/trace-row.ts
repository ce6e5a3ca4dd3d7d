/** The slice of a public request trace that comes with the package; data/README.md tells more. */
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as RA from 'fp-ts/lib/ReadonlyArray.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { decodeWith } from '../../core/codec/codec.js';
import { parseJsonLine } from '../../core/codec/json-text.js';
import { listOf } from '../../core/codec/list-codec.js';
import { objectCodec, required } from '../../core/codec/object-codec.js';
import { amount } from '../../core/codec/value-codec.js';

/** Tokens of one block of `hash_ids`. */
export const BLOCK_TOKENS = 512;

/** One request of the trace. */
export type TraceRow = Readonly<{
  /** ms from the start of the trace. */
  timestamp: number;
  /** Prompt tokens, the history included. */
  input_length: number;
  output_length: number;
  /** One id per block of the prompt; equal ids are the same block after the same prefix. */
  hash_ids: readonly number[];
  session: number;
  /** From 1. */
  turn: number;
}>;

export const traceRowCodec = objectCodec<TraceRow>('TraceRow', {
  members: {
    timestamp: required('timestamp', amount),
    input_length: required('input_length', amount),
    output_length: required('output_length', amount),
    hash_ids: required('hash_ids', listOf(amount, { what: 'an array of ids' })),
    session: required('session', amount),
    turn: required('turn', amount),
  },
});

/** Reads a gzipped trace, or says what is wrong with it. */
export const readTrace = (file: string): TE.TaskEither<string, readonly TraceRow[]> =>
  pipe(
    TE.tryCatch(
      async () => (await promisify(gunzip)(await readFile(file))).toString('utf8'),
      (error) => `cannot read ${file}: ${(error as Error).message}`,
    ),
    TE.flatMapEither((text) =>
      pipe(text.trimEnd().split('\n'), RA.traverseWithIndex(E.Applicative)(parseRow)),
    ),
  );

const parseRow = (index: number, line: string): E.Either<string, TraceRow> =>
  pipe(
    parseJsonLine(line),
    E.flatMap((json) => decodeWith(traceRowCodec, json)),
    E.mapLeft((faults) => `line ${String(index + 1)}: ${faults[0]!.message}`),
  );
