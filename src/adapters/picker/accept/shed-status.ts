import type { RouterAnswer } from '../../router/routing/outcomes.js';

/** How long a client of a request that was shed is to wait before it tries again, seconds. */
const RETRY_AFTER_SECONDS = '1';

/**
 * Status and headers of a refusal: 429 where load is shed, as the Endpoint Picker Protocol has it,
 * and 503 where there is no engine that is ready.
 */
export const shedStatus = ({
  status,
  isOverload,
}: Pick<Extract<RouterAnswer, { kind: 'answer' }>, 'status' | 'isOverload'>): Readonly<{
  status: number;
  headers: Readonly<Record<string, string>>;
}> => {
  if (!isOverload) return { status, headers: {} };
  return { status: 429, headers: { 'retry-after': RETRY_AFTER_SECONDS } };
};
