import { describe, expect, test } from 'vitest';
import { ALGORITHMS } from '../../../src/api.js';
import { affinityKeyFor } from './support/affinity-key.js';
import { givenConfig, givenSnapshot, M } from './support/given.js';
import { send } from './support/http-client.js';
import { startEngine, startServer } from './support/start-server.js';

const HINT = 'x-stargate-last-cluster-id';
const FREE = givenSnapshot({ A: { slots: 8 }, B: { slots: 8 } });
const A_FULL = givenSnapshot({ A: { slots: 8, running: 8 }, B: { slots: 8 } });
const BOTH = ['wait-and-widen', 'pulsar-wait-and-widen'] as const;

const sessionAware = (algorithm: string, isOn = true) => ({
  algorithm,
  cache_affinity_backend_selection_count: 1,
  ...(isOn && { last_cluster_affinity: true }),
});

const start = async (config: ReturnType<typeof givenConfig>, snapshot = FREE) => {
  const [a, b] = [await startEngine(), await startEngine()];
  const urls = { A: [a.url], B: [b.url] };
  const server = await startServer({ snapshot, config, urls, isReporting: true });
  const clusterOf = async (headers: readonly string[]) => {
    // Reservations of earlier requests must not decide where the next one goes.
    server.fleet.report(M, 'a1', snapshot);
    server.fleet.report(M, 'b1', snapshot);
    const answer = await send(server.address, { headers });
    expect(answer.status).toBe(200);
    return answer.header('x-stargate-cluster-id');
  };
  const states = () =>
    server.telemetry
      .series('routingSessionSelections')
      .filter(({ value }) => value > 0)
      .map(({ labels }) => labels['session_state']);
  return { ...server, a, b, clusterOf, states };
};

describe.each(BOTH)('the last-cluster hint with %s', (algorithm) => {
  const config = givenConfig(sessionAware(algorithm));
  const key = affinityKeyFor(config, FREE, ['A']);
  const session = ['x-cache-affinity-key', key];

  test('sends a session to its last cluster', async () => {
    const { clusterOf, states } = await start(config);
    expect(await clusterOf([...session])).toBe('A');
    expect(await clusterOf([...session, HINT, 'B'])).toBe('B');
    expect(states()).toEqual(['new', 'returning']);
  });

  test.each([
    ['empty', ''],
    ['blank', ' \t '],
    ['not UTF-8', '\xff\xfe'],
    ['cut off in a character', 'B\xe6\x9d'],
    ['an overlong form', '\xc0\x82'],
  ])('is absent, and no error, when %s', async (_name, hint) => {
    const { clusterOf, states } = await start(config);
    expect(await clusterOf([...session, HINT, hint])).toBe('A');
    expect(states()).toEqual(['new']);
  });

  test('makes a session stale that names a cluster nobody knows', async () => {
    const { clusterOf, states } = await start(config);
    expect(await clusterOf([...session, HINT, 'gone'])).toBe('A');
    expect(states()).toEqual(['stale']);
  });

  test('counts once when it comes twice: the first', async () => {
    const { clusterOf } = await start(config);
    expect(await clusterOf([...session, HINT, 'B', HINT, 'A'])).toBe('B');
  });

  test('has no effect without an affinity key', async () => {
    const { telemetry, clusterOf, states } = await start(config);
    expect(await clusterOf([HINT, 'B'])).toBe(await clusterOf([]));
    expect(states()).toEqual([]);
    const spans = telemetry.recordedSpans();
    expect(spans.some(({ attributes }) => attributes.has('routing.session_state'))).toBe(false);
  });

  test('has no effect with an algorithm that does not look at it', async () => {
    const methods = { request_algorithms: { pulsar: 'pulsar', [algorithm]: algorithm } };
    const { clusterOf, states } = await start(givenConfig(sessionAware(algorithm), methods));
    const chosen = [...session, 'x-routing-method', 'pulsar'];
    expect(await clusterOf([...chosen, HINT, 'B'])).toBe(await clusterOf(chosen));
    const off = [...session, 'x-routing-method', `${algorithm};last_cluster_affinity=false`];
    expect(await clusterOf([...off, HINT, 'B'])).toBe('A');
    expect(states()).toEqual([]);
  });

  test('leaves no trace in what a request without it gets', async () => {
    const { clusterOf } = await start(config);
    expect(await clusterOf([...session, HINT, 'B'])).toBe('B');
    expect(await clusterOf([...session])).toBe('A');
  });
});

describe('the last-cluster hint with wait-and-widen', () => {
  test('has no effect without an affinity group', async () => {
    const config = givenConfig({ algorithm: 'wait-and-widen', last_cluster_affinity: true });
    const { clusterOf, states } = await start(config);
    const session = ['x-cache-affinity-key', 's'];
    expect(await clusterOf([...session, HINT, 'B'])).toBe(await clusterOf(session));
    expect(states()).toEqual([]);
  });
});

describe('no engine ever sees the last-cluster hint', () => {
  const policies = ALGORITHMS.flatMap((algorithm): object[] =>
    (BOTH as readonly string[]).includes(algorithm)
      ? [sessionAware(algorithm, true), sessionAware(algorithm, false)]
      : [{ algorithm }],
  );

  test.each(policies.map((policy) => [policy]))('with %j', async (policy) => {
    const { a, b, clusterOf } = await start(givenConfig(policy));
    const session = ['x-cache-affinity-key', 's'];
    for (const hint of ['A', 'B', 'gone', '', '\xff', 'B, A']) {
      await clusterOf([...session, HINT, hint]);
      await clusterOf([...session, 'X-Stargate-Last-Cluster-Id', hint, HINT, 'B']);
    }
    const seen = [...a.requests, ...b.requests];
    expect(seen).toHaveLength(12);
    const names = seen.flatMap(({ headers }) => headers.map(([name]) => name.toLowerCase()));
    expect(names).not.toContain(HINT);
  });
});

describe.each(BOTH)('a session that overflowed, with %s', (algorithm) => {
  test.each([
    ['stays where its cache is', true, 'B'],
    ['goes back to its first cluster with the flag off', false, 'A'],
  ])('%s', async (_name, isOn, expected) => {
    const config = givenConfig(sessionAware(algorithm, isOn));
    const key = affinityKeyFor(config, FREE, ['A', ...(algorithm === BOTH[1] ? ['B'] : [])]);
    const session = ['x-cache-affinity-key', key];
    const { fleet, address } = await start(config, A_FULL);
    const first = await send(address, { headers: session });
    expect(first.header('x-stargate-cluster-id')).toBe('B');
    fleet.report(M, 'a1', FREE);
    for (let turn = 0; turn < 10; turn++) {
      const answer = await send(address, { headers: [...session, HINT, 'B'] });
      expect(answer.header('x-stargate-cluster-id')).toBe(expected);
      for (const backend of ['a1', 'b1']) fleet.report(M, backend, FREE);
    }
  });
});
