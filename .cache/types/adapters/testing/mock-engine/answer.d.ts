import type { Answer } from './generation.js';
import type { AnswerEnd, AnswerShape } from './openai/dialect.js';
import type { Reply, ReplyHeaders } from './reply.js';
/** An answer that is sent as a whole. */
export declare const createWholeAnswer: (reply: Reply, body: () => object, headers: ReplyHeaders) => Answer;
/** An answer that is sent token by token. */
export declare const createStreamedAnswer: (reply: Reply, shape: AnswerShape, end: AnswerEnd, headers: ReplyHeaders) => Answer;
