import type { Either } from 'fp-ts/lib/Either.js';
import type { Fault } from '../../../../core/codec/fault.js';
/** A request for text, whatever API it came by. */
export type GenerationRequest = Readonly<{
    model: string;
    promptText: string;
    isStream: boolean;
    /** Most tokens the client wants. */
    maxTokens: number | undefined;
    /** A stream ends with the token counts. */
    includeUsage: boolean;
}>;
/** What an answer needs to know before it begins. */
export type AnswerStart = Readonly<{
    /** Unique in this engine. */
    id: string;
    createdSeconds: number;
    model: string;
    promptTokens: number;
    cachedTokens: number;
    maxTokens: number | undefined;
    includeUsage: boolean;
}>;
/** What the finished answer is. */
export type AnswerEnd = Readonly<{
    text: string;
    outputTokens: number;
    finishReason: 'stop' | 'length';
}>;
/** The shape of one answer: as a whole, or as the pieces of a stream. */
export type AnswerShape = Readonly<{
    whole: (end: AnswerEnd) => object;
    /** Goes before the first token. */
    opening: () => string;
    token: (text: string) => string;
    closing: (end: AnswerEnd) => string;
}>;
/** One of the text APIs. */
export type Dialect = Readonly<{
    parse: (body: unknown) => Either<Fault, GenerationRequest>;
    createShape: (start: AnswerStart) => AnswerShape;
}>;
