import type { Answer } from './generation.js';
import type { AnswerEnd, AnswerShape } from './openai/dialect.js';
import type { Reply, ReplyHeaders } from './reply.js';

/** An answer that is sent as a whole. */
export const createWholeAnswer = (
  reply: Reply,
  body: () => object,
  headers: ReplyHeaders,
): Answer => ({
  start: async () => undefined,
  token: async () => undefined,
  finish: () => reply.sendJson(200, body(), headers),
});

/** An answer that is sent token by token. */
export const createStreamedAnswer = (
  reply: Reply,
  shape: AnswerShape,
  end: AnswerEnd,
  headers: ReplyHeaders,
): Answer => {
  let opening = shape.opening();
  return {
    start: () => reply.startStream(headers),
    token: (text) => {
      const piece = opening + shape.token(text);
      opening = '';
      return reply.write(piece);
    },
    finish: async () => {
      await reply.write(shape.closing(end));
      reply.end();
    },
  };
};
