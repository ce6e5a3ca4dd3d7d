import { createHash } from 'node:crypto';
import { ROUTING_KEY } from './push-load.js';
import type { RouterProcess } from './site.js';

/** Asks a router for a session id whose affinity order begins with a cluster. */
export const sessionOf = async (
  router: RouterProcess,
  clusterId: string,
  modelId = 'm',
): Promise<string> => {
  for (let number = 1; number < 1_000; number++) {
    const sessionId = `session-${String(number)}`;
    const sha256 = createHash('sha256').update(sessionId).digest('hex');
    const answer = await fetch(`${router.admin}/debug/decide`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ routing_key: ROUTING_KEY, model_id: modelId },
        request: {
          ...{ request_id: 'question', input_tokens: 1 },
          cache_affinity_key: `mt:v1:session:${sha256}`,
        },
      }),
    });
    const { decision } = (await answer.json()) as { decision: { order: readonly string[] } };
    if (decision.order[0] === clusterId) return sessionId;
  }
  throw new Error(`no session of 1,000 ranks ${clusterId} first`);
};
