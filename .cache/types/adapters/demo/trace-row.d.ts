import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
/** Tokens of one block of `hash_ids`. */
export declare const BLOCK_TOKENS = 512;
/** One request of the trace. */
export declare const traceRowCodec: t.TypeC<{
    /** ms from the start of the trace. */
    timestamp: t.NumberC;
    /** Prompt tokens, the history included. */
    input_length: t.NumberC;
    output_length: t.NumberC;
    /** One id per block of the prompt; equal ids are the same block after the same prefix. */
    hash_ids: t.ArrayC<t.NumberC>;
    session: t.NumberC;
    /** From 1. */
    turn: t.NumberC;
}>;
export type TraceRow = t.TypeOf<typeof traceRowCodec>;
/** Reads a gzipped trace, or says what is wrong with it. */
export declare const readTrace: (file: string) => TE.TaskEither<string, readonly TraceRow[]>;
