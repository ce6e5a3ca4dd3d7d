import { describe, expect, test } from 'vitest';
import { givenConfig, givenRequest, givenSnapshot } from './support/given.js';
import { createSendLog } from './support/send-log.js';
import { startTestRouter } from './support/start-router.js';

const SESSIONS = {
  algorithm: 'wait-and-widen',
  cache_affinity_backend_selection_count: 1,
  last_cluster_affinity: true,
};

const start = async (policy: object = SESSIONS) => {
  const snapshots = [givenSnapshot({ A: {} }), givenSnapshot({ A: {} }, 'rk')];
  const { router, telemetry, fleet } = await startTestRouter({
    snapshots,
    config: givenConfig(policy),
  });
  const { send } = createSendLog();
  const route = async (count: number, about: Parameters<typeof givenRequest>[0] = {}) => {
    for (let i = 0; i < count; i++) {
      await router.route(givenRequest({ affinityKey: 's', ...about }), { send })();
    }
  };
  return { route, fleet, warnings: () => telemetry.lines('hints_missing') };
};

describe('when the gateway sends no hints', () => {
  test('a target is warned of once, after 1,000 classified requests in a row', async () => {
    const { route, warnings } = await start();
    await route(999);
    expect(warnings()).toHaveLength(0);
    await route(1);
    expect(warnings()).toMatchObject([
      { level: 'warn', fields: { model: 'm', routing_key: null, requests: 1000 } },
    ]);
    await route(2500);
    expect(warnings()).toHaveLength(1);
  });

  test('every target is counted for itself', async () => {
    const { route, warnings } = await start();
    await route(999);
    await route(1000, { routingKey: 'rk' });
    expect(warnings()).toMatchObject([{ fields: { routing_key: 'rk' } }]);
  });

  test('a single hint starts the count again, also a stale one', async () => {
    const { route, warnings } = await start();
    await route(999);
    await route(1, { lastClusterId: 'gone' });
    await route(999);
    expect(warnings()).toHaveLength(0);
  });

  test('requests that are not classified do not count', async () => {
    const { route, warnings } = await start();
    await route(1100, { affinityKey: undefined });
    await route(999);
    expect(warnings()).toHaveLength(0);
    const off = await start({ ...SESSIONS, last_cluster_affinity: false });
    await off.route(1100);
    expect(off.warnings()).toHaveLength(0);
  });
});
