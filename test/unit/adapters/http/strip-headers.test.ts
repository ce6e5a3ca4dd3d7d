import { describe, expect, test } from 'vitest';

import { hasHeader, stripForClient, stripForged } from '../../../../src/adapters/http/index.js';

const KEEP = { forwardAuthorization: true };
const DROP = { forwardAuthorization: false };

describe('forged headers at the gateway', () => {
  test.each([
    'x-routing-method',
    'x-cache-affinity-key',
    'x-routing-key',
    'x-model',
    'x-input-tokens',
    'x-request-slo-ms',
    'x-max-wait-ms',
    'x-stargate-last-cluster-id',
    'x-stargate-max-wait-ms',
    'x-stargate-anything',
  ])('%s is deleted in every spelling, every copy', (name) => {
    const lines = [name, name.toUpperCase(), name.replaceAll('-', '_'), name.replace('-', '_')]
      .concat(name.toUpperCase().replaceAll('-', '_'))
      .flatMap((spelling) => [spelling, 'forged']);
    expect(stripForged([...lines, 'accept', 'a'], KEEP)).toEqual(['accept', 'a']);
  });

  test.each([
    ['Authorization', 'Bearer secret'],
    ['X_Api-Key', 'secret'],
  ])('the key in %s is deleted unless the model entry forwards it', (name, value) => {
    const lines = [name, value, 'accept', 'a'];
    expect(stripForged(lines, DROP)).toEqual(['accept', 'a']);
    expect(stripForged(lines, KEEP)).toEqual(lines);
  });

  test('connection headers and what Connection lists do not go further', () => {
    const lines = ['Host', 'h', 'Connection', 'x-hop', 'X-Hop', '1', 'TE', 'trailers', 'b', '2'];
    expect(stripForged(lines, DROP)).toEqual(['b', '2']);
  });

  test('everything else stays with order, values and duplicates', () => {
    const lines = [
      ...['X-Request-Id', 'r', 'x-priority', '1', 'X-Multi-Turn-Session-Id', 's'],
      ...['x-tag', '1', 'X-Tag', '2', 'x-stargate', 'no dash', 'x-models', 'm', 'traceparent', 't'],
    ];
    expect(stripForged(lines, DROP)).toEqual(lines);
  });

  test('node headers and Fetch headers can be stripped too', () => {
    expect(stripForged({ 'x-model': 'm', accept: 'a' }, DROP)).toEqual(['accept', 'a']);
    expect(stripForged(new Headers({ x_model: 'm', accept: 'a' }), DROP)).toEqual(['accept', 'a']);
  });

  test('a header is found under every spelling', () => {
    expect(hasHeader(['X_Priority', ''], 'x-priority')).toBe(true);
    expect(hasHeader({ 'x-priority': '1' }, 'x-priority')).toBe(true);
    expect(hasHeader(['x-priority-2', '1', 'a', 'x-priority'], 'x-priority')).toBe(false);
  });
});

describe('what clients of the gateway see', () => {
  test('routing headers and connection headers are deleted, the rest stays', () => {
    const lines = [
      ...['X-Stargate-Cluster-Id', 'B', 'x-stargate-error-code', 'no_capacity'],
      ...['X-Inference-Server-Id', 'b1', 'x_inference_server_zone', 'z', 'Connection', 'close'],
      ...['transfer-encoding', 'chunked', 'X-Request-Id', 'r', 'retry-after', '1'],
      ...['set-cookie', 'a', 'set-cookie', 'b'],
    ];
    expect(stripForClient(lines)).toEqual([
      ...['X-Request-Id', 'r', 'retry-after', '1', 'set-cookie', 'a', 'set-cookie', 'b'],
    ]);
  });
});
