import type { Either } from 'fp-ts/lib/Either.js';
import type { Fault } from '../../../../core/codec/fault.js';

/** One of the APIs: reads a body. */
export type Api = (body: unknown) => Either<Fault, ApiRequest>;

/** What a body asks for, whatever API it came by. */
export type ApiRequest = Readonly<{
  model: string;
  promptText: string;
  isStream: boolean;
  /** Most tokens the client wants; 0 for an answer without text, such as vectors. */
  maxTokens: number | undefined;
  createShape: (start: AnswerStart) => AnswerShape;
}>;

/** What an answer needs to know before it begins. */
export type AnswerStart = Readonly<{
  /** Unique in this engine. */
  id: string;
  createdSeconds: number;
  promptTokens: number;
  cachedTokens: number;
}>;

/** What the finished answer is. */
export type AnswerEnd = Readonly<{
  text: string;
  outputTokens: number;
  finishReason: 'stop' | 'length';
}>;

/** The shape of one answer. */
export type AnswerShape = Readonly<{
  whole: (end: AnswerEnd) => JsonBody;
  /** As the pieces of a stream, where it can be one. */
  stream?: Readonly<{
    /** Goes before the first token. */
    opening: () => string;
    token: (text: string) => string;
    closing: (end: AnswerEnd) => string;
  }>;
}>;

/** An answer in JSON. */
export type JsonBody = Readonly<Record<string, unknown>>;

/** One server-sent event whose data is JSON; `event` names it where the protocol does. */
export const formatSseEvent = (data: object, event?: string): string => {
  const name = event === undefined ? '' : `event: ${event}\n`;
  return `${name}data: ${JSON.stringify(data)}\n\n`;
};

/** The line that ends a stream of chunks. */
export const SSE_DONE = 'data: [DONE]\n\n';
