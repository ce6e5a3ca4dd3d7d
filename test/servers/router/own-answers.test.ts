import { describe, expect, test } from 'vitest';
import { givenConfig, givenSnapshot } from './support/given.js';
import { send, TRUSTED } from './support/http-client.js';
import { startEngine, startServer } from './support/start-server.js';

const start = async (policy: object = { algorithm: 'power-of-n' }, rest: object = {}) => {
  const engine = await startEngine();
  const server = await startServer({
    snapshot: givenSnapshot({ A: { slots: 1, running: 1, queuedTokens: 50_000 } }),
    config: givenConfig(policy, rest),
    urls: { A: [engine.url] },
  });
  return { engine, ...server };
};

/** The needed headers with some replaced; undefined leaves one out. */
const withHeaders = (changed: Readonly<Record<string, string | undefined>>): readonly string[] => {
  const pairs = new Map<string, string | undefined>();
  for (let i = 0; i < TRUSTED.length; i += 2) pairs.set(TRUSTED[i]!, TRUSTED[i + 1]!);
  for (const [name, value] of Object.entries(changed)) pairs.set(name, value);
  return [...pairs].flatMap(([name, value]) => (value === undefined ? [] : [name, value]));
};

describe('what the router answers itself', () => {
  test.each([
    ['no request id', { 'x-request-id': undefined }, 400, 'missing_header'],
    ['a blank request id', { 'x-request-id': ' ' }, 400, 'missing_header'],
    ['no input tokens', { 'x-input-tokens': undefined }, 400, 'missing_header'],
    ['input tokens that are no number', { 'x-input-tokens': '1e3' }, 400, 'invalid_header'],
    ['an empty model', { 'x-model': '' }, 400, 'missing_header'],
    ['a blank model', { 'x-model': '  ' }, 400, 'missing_header'],
    ['no model', { 'x-model': undefined }, 400, 'missing_header'],
    ['an unknown model', { 'x-model': 'other' }, 404, 'no_eligible_candidates'],
    ['a model of another routing key', { 'x-routing-key': 'rk' }, 404, 'no_eligible_candidates'],
    ['a model named like a property', { 'x-model': '__proto__' }, 404, 'no_eligible_candidates'],
    ['a blank method', { 'x-routing-method': '' }, 400, 'malformed_expression'],
    ['a malformed method', { 'x-routing-method': 'pulsar;' }, 400, 'malformed_expression'],
    ['an unknown method', { 'x-routing-method': 'best' }, 400, 'unknown_method'],
    ['a method not offered', { 'x-routing-method': 'pulsar' }, 400, 'unavailable'],
    ['an unknown parameter', { 'x-routing-method': 'power-of-n;nn=1' }, 400, 'unknown_parameter'],
    ['a foreign parameter', { 'x-routing-method': 'power-of-n;n=1' }, 400, 'not_applicable'],
    ['a bad value', { 'x-routing-method': 'power-of-n;sample_count=x' }, 400, 'invalid_value'],
    [
      'a bad method for an unknown model',
      { 'x-model': 'o', 'x-routing-method': 'b' },
      400,
      'unknown_method',
    ],
    ['a bad priority', { 'x-priority': '-1' }, 400, 'invalid_header'],
    ['a bad wait', { 'x-max-wait-ms': '1.5' }, 400, 'invalid_header'],
    ['a bad SLO', { 'x-request-slo-ms': 'soon' }, 400, 'invalid_header'],
    ['a bad retry budget', { 'x-stargate-max-wait-ms': '+1' }, 400, 'invalid_header'],
  ] as const)('%s', async (_name, changed, status, code) => {
    const { engine, address } = await start();
    const answer = await send(address, { bare: true, headers: withHeaders(changed) });
    expect(answer.status).toBe(status);
    expect(answer.header('x-stargate-error-code')).toBe(code);
    expect(answer.header('content-type')).toBe('application/json');
    const body = JSON.parse(answer.body) as { error: string; code: string };
    expect(Object.keys(body)).toEqual(['error', 'code']);
    expect(body.code).toBe(code);
    expect(body.error).not.toBe('');
    expect(answer.header('x-stargate-cluster-id')).toBeUndefined();
    expect(engine.requests).toHaveLength(0);
  });

  test('a request without the affinity key that its policy requires, also for an unknown model', async () => {
    const policy = { algorithm: 'random', require_cache_affinity_key: true };
    const { address } = await start(policy, { request_algorithms: { random: policy } });
    for (const changed of [{}, { 'x-model': 'o', 'x-routing-method': 'random' }]) {
      const answer = await send(address, { bare: true, headers: withHeaders(changed) });
      expect(answer.status).toBe(400);
      expect(answer.header('x-stargate-error-code')).toBe('cache_affinity_key_required');
    }
    const keyed = { 'x-model': 'o', 'x-routing-method': 'random', 'x-cache-affinity-key': 'k' };
    const answer = await send(address, { bare: true, headers: withHeaders(keyed) });
    expect(answer.status).toBe(404);
  });

  test('too much queued work', async () => {
    const { address } = await start({ algorithm: 'power-of-n', max_input_work_seconds: 10 });
    const answer = await send(address);
    expect(answer.status).toBe(503);
    expect(answer.header('x-stargate-error-code')).toBe('input_work_limit_exceeded');
  });

  test('no room', async () => {
    const { address } = await start({ algorithm: 'wait-and-widen' });
    const answer = await send(address);
    expect(answer.status).toBe(503);
    expect(answer.header('x-stargate-error-code')).toBe('no_capacity');
    expect(JSON.parse(answer.body)).toEqual({
      code: 'no_capacity',
      error:
        'no cluster can take the request for model "m": all slots are taken; set x-max-wait-ms to ' +
        'wait for one, or raise max_queued of the policy or max_engine_concurrency of the ' +
        'backends (no_capacity)',
    });
  });

  test('no room for as long as it may wait', async () => {
    const { address } = await start({ algorithm: 'wait-and-widen' });
    const answer = await send(address, { headers: ['x-max-wait-ms', '1'] });
    expect(answer.status).toBe(503);
    expect(answer.body).toContain(
      'all slots were taken when its wait of 0.001 s was over: try again later; an operator may ' +
        'raise max_queued of the policy',
    );
  });

  test('a malformed method is counted like other refused ones', async () => {
    const { address, telemetry } = await start();
    for (const method of ['', 'pulsar;', 'pulsar;a=\xff']) {
      await send(address, { headers: ['x-routing-method', method] });
    }
    const labels = { method: 'unknown', outcome: 'malformed_expression', cache: 'none' };
    expect(telemetry.counter('routingExpressions', labels)).toBe(3);
    expect(telemetry.lines('routing_expression_rejected')).toHaveLength(3);
  });
});
