import type { RejectionCode } from '../../../core/decision.js';
import { ERROR_CODES, type RouterErrorCode } from '../../http/index.js';

/** What the router itself has to say to a request that no engine answered. */
export type RouterAnswer =
  | Readonly<{
      kind: 'answer';
      status: number;
      code: RouterErrorCode;
      message: string;
      /** The engines are there, and too busy: the request is shed. */
      isOverload: boolean;
    }>
  /** The client is gone; nobody hears an answer. */
  | Readonly<{ kind: 'aborted' }>;

/** The answer with a code; the code tells the status. */
export const answerWith = (
  code: RouterErrorCode,
  message: string,
  isOverload = code === 'input_work_limit_exceeded',
): RouterAnswer => ({
  kind: 'answer',
  status: ERROR_CODES[code].status,
  code,
  message,
  isOverload,
});

export const ABORTED: RouterAnswer = { kind: 'aborted' };

/** The answer to a request that its policy turns away. */
export const rejectionAnswer = (code: RejectionCode): RouterAnswer =>
  answerWith(code, REJECTION_MESSAGES[code]);

const REJECTION_MESSAGES: Readonly<Record<RejectionCode, string>> = {
  cache_affinity_key_required: 'the routing policy requires x-cache-affinity-key',
  input_tokens_required: 'the routing policy requires x-input-tokens',
  input_work_limit_exceeded: 'the clusters have more queued prefill work than the policy allows',
};
