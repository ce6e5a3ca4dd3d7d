import { describe, expect, test } from 'vitest';

import {
  decodeUtf8Text,
  encodeUtf8Text,
  headersForClient,
  headersForEngine,
  listHeaders,
  readClusterId,
  toFetchHeaders,
} from '../../../../src/adapters/http/index.js';

const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const ANSWERED = { clusterId: 'B', inferenceServerId: 'b1' };

describe('headers for an engine', () => {
  test('all others pass with order, spelling, values and duplicates', () => {
    const lines = ['X-Model', 'm', 'Accept', 'a', 'X-Tag', '2', 'x-tag', '1', 'X-TAG', '2'];
    expect(headersForEngine(lines, {})).toEqual(lines);
  });

  test('trusted headers that are not consumed reach the engine', () => {
    const lines = [
      ...['x-request-id', 'r', 'x-input-tokens', '1', 'x-routing-key', 'rk', 'x-priority', '1'],
      ...['x-cache-affinity-key', 'k', 'x-request-slo-ms', '1', 'x-max-wait-ms', '1'],
      ...['x-stargate-max-wait-ms', '1'],
    ];
    expect(headersForEngine(lines, {})).toEqual(lines);
  });

  test.each([
    'X-Routing-Method',
    'x-stargate-last-cluster-id',
    'X-Stargate-Expected-Queue-Ms',
    'x-stargate-retryable',
    'x-stargate-retry-reason',
    'x-stargate-retry-after-ms',
  ])('%s is consumed, every copy of it', (name) => {
    const lines = [name, 'a', 'x-model', 'm', name.toUpperCase(), 'b'];
    expect(headersForEngine(lines, {})).toEqual(['x-model', 'm']);
  });

  test.each([
    'Connection',
    'Keep-Alive',
    'Proxy-Connection',
    'Proxy-Authenticate',
    'Proxy-Authorization',
    'TE',
    'Trailer',
    'Transfer-Encoding',
    'Upgrade',
    'HTTP2-Settings',
    'Host',
    'Expect',
  ])('%s belongs to the connection', (name) => {
    expect(headersForEngine([name, 'x', 'x-model', 'm'], {})).toEqual(['x-model', 'm']);
  });

  test('names listed in any Connection header are dropped, whatever their case', () => {
    const lines = [
      ...['X-One', '1', 'Connection', 'close, x-ONE', 'x-two', '2', 'connection', 'X-Two,,'],
      ...['x-three', '3', 'x-one', '4'],
    ];
    expect(headersForEngine(lines, {})).toEqual(['x-three', '3']);
  });

  test('the queue estimate is whole milliseconds, rounded up', () => {
    const added = (expectedQueueMs: number | undefined): readonly string[] =>
      headersForEngine(['x-stargate-expected-queue-ms', '1'], { expectedQueueMs });
    expect(added(250)).toEqual(['x-stargate-expected-queue-ms', '250']);
    expect(added(0.2)).toEqual(['x-stargate-expected-queue-ms', '1']);
    expect(added(-0.5)).toEqual(['x-stargate-expected-queue-ms', '0']);
    expect(added(1e30)).toEqual(['x-stargate-expected-queue-ms', '9007199254740991']);
  });

  test.each([undefined, Infinity, NaN])('an estimate of %s is left out', (expectedQueueMs) => {
    expect(headersForEngine([], { expectedQueueMs })).toEqual([]);
  });

  test('without a span the trace context of the caller passes', () => {
    const lines = ['traceparent', TRACEPARENT, 'tracestate', 'v=1'];
    expect(headersForEngine(lines, { trace: {} })).toEqual(lines);
    expect(headersForEngine(lines, { trace: { tracestate: 'w=1' } })).toEqual(lines);
  });

  test('a span replaces the trace context whole', () => {
    const lines = ['Traceparent', 'old', 'tracestate', 'v=1', 'x-model', 'm'];
    expect(headersForEngine(lines, { trace: { traceparent: TRACEPARENT, other: 'x' } })).toEqual([
      'x-model',
      'm',
      'traceparent',
      TRACEPARENT,
    ]);
  });

  test('the input is not changed', () => {
    const lines = Object.freeze(['x-routing-method', 'a', 'x-model', 'm']);
    headersForEngine(lines, { expectedQueueMs: 1 });
    expect(lines).toEqual(['x-routing-method', 'a', 'x-model', 'm']);
  });
});

describe('headers for the client of the router', () => {
  test('retry metadata and connection headers go, the rest stays, who answered is added', () => {
    const lines = [
      ...['Retry-After', '1', 'X-Stargate-Retryable', 'true', 'x-stargate-retry-reason', 'full'],
      ...['x-stargate-retry-after-ms', '5', 'Connection', 'x-hop', 'X-Hop', '1'],
      ...['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'content-length', '3'],
    ];
    expect(headersForClient(lines, ANSWERED)).toEqual([
      ...['Retry-After', '1', 'Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'content-length', '3'],
      ...['x-stargate-cluster-id', 'B', 'x-inference-server-id', 'b1'],
    ]);
  });

  test('an engine cannot name another cluster', () => {
    const lines = ['X-Stargate-Cluster-Id', 'Z', 'x-inference-server-id', 'z'];
    expect(headersForClient(lines, ANSWERED)).toEqual([
      ...['x-stargate-cluster-id', 'B', 'x-inference-server-id', 'b1'],
    ]);
  });

  test('ids travel as UTF-8 bytes and come back the same', () => {
    const clusterId = 'K\u00f6ln-\u{1f3e0}';
    const value = headersForClient([], { ...ANSWERED, clusterId })[1]!;
    expect(value).toMatch(/^[\x20-\xff]+$/);
    expect(readClusterId(value)).toBe(clusterId);
  });

  test('an id with control characters is left out', () => {
    expect(headersForClient([], { clusterId: 'a\r\nx: y', inferenceServerId: 'b1' })).toEqual([
      'x-inference-server-id',
      'b1',
    ]);
  });
});

describe('shapes', () => {
  test('node headers, arrays of values and Fetch headers are listed line by line', () => {
    expect(listHeaders({ a: '1', b: ['2', '3'], c: undefined })).toEqual([
      ...['a', '1', 'b', '2', 'b', '3'],
    ]);
    const headers = new Headers([
      ['Set-Cookie', 'a=1'],
      ['Set-Cookie', 'b=2'],
    ]);
    expect(listHeaders(headers)).toEqual(['set-cookie', 'a=1', 'set-cookie', 'b=2']);
  });

  test('raw lines become Fetch headers with their duplicates', () => {
    const headers = toFetchHeaders(['X-Tag', '1', 'x-tag', '2', 'Set-Cookie', 'a=1, b']);
    expect(headers.get('x-tag')).toBe('1, 2');
    expect(headers.getSetCookie()).toEqual(['a=1, b']);
  });

  test('encoding and decoding text are inverse', () => {
    for (const text of ['', 'B', '\u00e9\u4e2d\u{1f3e0}', '\ufeffx']) {
      expect(decodeUtf8Text(encodeUtf8Text(text)!)).toBe(text);
    }
  });
});
