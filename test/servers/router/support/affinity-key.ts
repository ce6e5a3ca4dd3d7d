import * as E from 'fp-ts/lib/Either.js';
import { createEngine } from '../../../../src/adapters/runtime/index.js';
import type { LbConfig, Snapshot } from '../../../../src/api.js';

/** Finds an affinity key whose affinity order begins with the given clusters. */
export const affinityKeyFor = (
  config: LbConfig,
  snapshot: Snapshot,
  order: readonly string[],
): string => {
  const engine = createEngine({ config });
  engine.publish(snapshot);
  const { target } = snapshot;
  for (let i = 0; i < 10_000; i++) {
    const cacheAffinityKey = `session-${String(i)}`;
    const request = { target, requestId: 'probe', inputTokens: 1, cacheAffinityKey };
    const explained = engine.explain(request, { elapsedMs: 0 });
    if (E.isLeft(explained)) throw new Error(explained.left.message);
    const found = explained.right.order ?? [];
    if (order.every((clusterId, at) => found[at] === clusterId)) return cacheAffinityKey;
  }
  throw new Error(`no key among 10,000 has the order ${order.join(', ')}`);
};
