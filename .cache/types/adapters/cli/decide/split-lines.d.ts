import * as E from 'fp-ts/lib/Either.js';
import { type Fault } from '../../../core/codec/fault.js';
/** A line of input, from 1, with its text or what is wrong with its bytes. */
export type InputLine = Readonly<{
    number: number;
    text: E.Either<readonly Fault[], string>;
}>;
/** Whether there is nothing in a line. */
export declare const isBlank: ({ text }: InputLine) => boolean;
/** Longest line that is read, in bytes; a case of 4,096 clusters takes about two million. */
export declare const LINE_MAX_BYTES: number;
/**
 * Splits bytes into lines: those that end in one chunk together, so that they can be answered
 * together and as soon as they are there.
 *
 * Only LF ends a line, as JSON text may hold other separators; a CR before it is left to the
 * JSON parser. A byte order mark is skipped. Of a line that is too long nothing is kept.
 */
export declare function splitLines(chunks: AsyncIterable<Uint8Array>, maxBytes?: number): AsyncGenerator<readonly InputLine[]>;
