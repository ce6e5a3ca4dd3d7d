import { createHash } from 'node:crypto';
import { ROUTING_KEY } from './push-load.js';
import type { RouterProcess } from './site.js';

/** What the order of a session depends on beside the session. */
export type OrderOf = Readonly<{ modelId?: string; routingMethod?: string }>;

/** Asks a router for the affinity order of a session. */
export const orderOf = async (
  router: RouterProcess,
  sessionId: string,
  { modelId = 'm', routingMethod }: OrderOf = {},
): Promise<readonly string[]> => {
  const sha256 = createHash('sha256').update(sessionId).digest('hex');
  const answer = await fetch(`${router.admin}/debug/decide`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ routing_key: ROUTING_KEY, model_id: modelId, routing_method: routingMethod },
      request: {
        ...{ request_id: 'question', input_tokens: 1 },
        cache_affinity_key: `mt:v1:session:${sha256}`,
      },
    }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return ((await answer.json()) as { decision: { order: readonly string[] } }).decision.order;
};

/** The first of many session ids that fits. */
export const findSession = async (
  fits: (sessionId: string) => Promise<boolean>,
): Promise<string> => {
  for (let number = 1; number < 1_000; number++) {
    const sessionId = `session-${String(number)}`;
    if (await fits(sessionId)) return sessionId;
  }
  throw new Error('none of 1,000 sessions fits');
};

/** A session whose affinity order begins with a cluster. */
export const sessionOf = (
  router: RouterProcess,
  clusterId: string,
  order?: OrderOf,
): Promise<string> =>
  findSession(async (sessionId) => (await orderOf(router, sessionId, order))[0] === clusterId);
