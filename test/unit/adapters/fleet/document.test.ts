import * as E from 'fp-ts/lib/Either.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  encodeFleetDocument,
  parseFleetDocument,
} from '../../../../src/adapters/fleet/document/fleet-document.js';

const cluster = { cluster_id: 'A', rtt_ms: 5 };
const backend = { id: 'a1', url: 'http://[::1]:8001' };

const withClusters = (...clusters: unknown[]): unknown => ({
  targets: [{ model_id: 'm', clusters }],
});

const withBackends = (...backends: unknown[]): unknown => withClusters({ ...cluster, backends });

const messagesOf = (json: unknown): string[] => {
  const decoded = parseFleetDocument(json);
  return E.isLeft(decoded) ? decoded.left.map(({ message }) => message) : [];
};

const decoded = (json: unknown) => {
  const result = parseFleetDocument(json);
  if (E.isRight(result)) return result.right;
  throw new Error(messagesOf(json).join('\n'));
};

describe('a fleet document', () => {
  test('has targets, clusters, backends and their sources', () => {
    const json = {
      targets: [
        {
          routing_key: 'rk',
          model_id: 'm',
          clusters: [
            {
              cluster_id: 'A',
              rtt_ms: 5,
              stats: { max_engine_concurrency: 8 },
              backends: [
                {
                  id: 'a1',
                  url: 'http://[::1]:8001',
                  source: { kind: 'prometheus', engine: 'vllm', interval_ms: 500 },
                },
              ],
            },
          ],
        },
      ],
    };
    expect(decoded(json)).toEqual({
      targets: [
        {
          target: { routingKey: 'rk', modelId: 'm' },
          clusters: [
            {
              clusterId: 'A',
              rttMs: 5,
              hasSharedCache: false,
              hasSharedEngine: false,
              stats: { maxEngineConcurrency: 8 },
              backends: [
                {
                  id: 'a1',
                  url: 'http://[::1]:8001',
                  stats: {},
                  source: {
                    kind: 'prometheus',
                    engine: 'vllm',
                    intervalMs: 500,
                    path: '/metrics',
                  },
                },
              ],
            },
          ],
        },
      ],
    });
  });

  test('may have no targets, a target no clusters, and a cluster no backends', () => {
    expect(decoded({ targets: [] })).toEqual({ targets: [] });
    expect(decoded(withClusters()).targets[0]!.clusters).toEqual([]);
    expect(decoded(withClusters(cluster)).targets[0]!.clusters[0]!.backends).toEqual([]);
  });

  test('takes an empty routing key and null for absent, and lets $schema pass', () => {
    const json = {
      $schema: 'fleet.schema.json',
      targets: [
        {
          routing_key: '',
          model_id: 'm',
          clusters: [
            {
              ...cluster,
              shared_engine: null,
              stats: { queue_size: null },
              backends: [{ ...backend, rtt_ms: null, source: null, dns: null, stats: null }],
            },
          ],
        },
      ],
    };
    const [target] = decoded(json).targets;
    expect(target!.target).toEqual({ modelId: 'm' });
    expect(target!.clusters[0]).toEqual({
      clusterId: 'A',
      rttMs: 5,
      hasSharedCache: false,
      hasSharedEngine: false,
      stats: {},
      backends: [{ id: 'a1', url: 'http://[::1]:8001', stats: {} }],
    });
  });

  test('tells a statistic that is 0 from one that is absent', () => {
    const [target] = decoded(withClusters({ ...cluster, stats: { queue_size: 0 } })).targets;
    expect(target!.clusters[0]!.stats).toEqual({ queueSize: 0 });
  });

  test('keeps a base path and drops the slash at its end', () => {
    const urls = ['http://h/', 'http://h/base/', 'HTTP://H:80', 'https://h:8443/a/b'];
    const json = withBackends(...urls.map((url, i) => ({ id: String(i), url })));
    expect(decoded(json).targets[0]!.clusters[0]!.backends.map(({ url }) => url)).toEqual([
      'http://h',
      'http://h/base',
      'http://h',
      'https://h:8443/a/b',
    ]);
  });

  test('is written as it was read', () => {
    const text = fc.string({ minLength: 1, unit: 'grapheme' });
    const number = fc.nat().map((n) => n / 4);
    const source = fc.record(
      {
        kind: fc.constant('prometheus'),
        engine: fc.constantFrom('vllm', 'sglang'),
        interval_ms: fc.integer({ min: 50, max: 60_000 }),
        model_name: text,
        path: fc.constant('/stats'),
        port: fc.integer({ min: 1, max: 65_535 }),
      },
      { requiredKeys: ['kind', 'engine'] },
    );
    const stats = fc.record(
      {
        max_input_tps: number,
        num_running_queries: number,
        kv_cache_free_tokens: number,
        queue_time_estimate_ms_by_priority: fc.dictionary(fc.nat().map(String), number),
      },
      { requiredKeys: [] },
    );
    const backends = fc.uniqueArray(
      fc.record(
        {
          id: text.filter((id) => !id.includes('@') && id.trim() === id && !/\p{Cc}/u.test(id)),
          url: fc.constantFrom('http://h:1', 'https://h/base/'),
          rtt_ms: number,
          stats,
          dns: fc.constantFrom(true, false, 'ipv4', 'ipv6'),
          source,
        },
        { requiredKeys: ['id', 'url'] },
      ),
      { selector: ({ id }) => id, maxLength: 4 },
    );
    const document = fc.record({ rtt_ms: number, stats, shared_engine: fc.boolean(), backends });
    fc.assert(
      fc.property(document, (one) => {
        const read = decoded(withClusters({ cluster_id: 'A', ...one }));
        expect(decoded(JSON.parse(JSON.stringify(encodeFleetDocument(read))))).toEqual(read);
      }),
      { numRuns: 200 },
    );
  });
});

describe('a faulty fleet document is refused with every fault', () => {
  test('naming path, cluster and backend', () => {
    const json = {
      targets: [
        {
          clusters: [
            { cluster_id: 'A', stats: { queue_size: -1 } },
            {
              ...cluster,
              cluster_id: 'B',
              shared_engine: 'yes',
              backends: [
                { id: 'b1', url: 'ftp://h', rtt_ms: 'fast' },
                { url: 'http://h', source: { kind: 'statsd', interval_ms: 1 } },
              ],
            },
          ],
        },
      ],
    };
    expect(messagesOf(json)).toEqual([
      'targets[0].model_id: expected a non-empty string, given nothing',
      'targets[0].clusters[0].rtt_ms (cluster "A"): expected a finite number >= 0, given nothing',
      'targets[0].clusters[0].stats.queue_size (cluster "A"): expected a number from 0 to 2^53-1, given -1',
      'targets[0].clusters[1].shared_engine (cluster "B"): expected a boolean, given "yes"',
      'targets[0].clusters[1].backends[0].url (backend "b1"): expected an http or https URL without user, query and fragment, given "ftp://h"',
      'targets[0].clusters[1].backends[0].rtt_ms (backend "b1"): expected a finite number >= 0, given "fast"',
      'targets[0].clusters[1].backends[1].id (cluster "B"): expected a non-empty string, given nothing',
      'targets[0].clusters[1].backends[1].source.kind (cluster "B"): expected "prometheus", given "statsd"',
      'targets[0].clusters[1].backends[1].source.engine (cluster "B"): expected "vllm" or "sglang", given nothing',
      'targets[0].clusters[1].backends[1].source.interval_ms (cluster "B"): expected an integer from 50 to 60000, given 1',
    ]);
  });

  test.each([
    [undefined, 'the input: expected an object, given nothing'],
    ['<html>', 'the input: expected an object, given "<html>"'],
    [{}, 'targets: expected an array of targets, given nothing'],
    [{ targets: {} }, 'targets: expected an array of targets, given an object'],
    [{ targets: [7] }, 'targets[0]: expected an object, given 7'],
    [
      { targets: [{ model_id: 'm' }] },
      'targets[0].clusters (model "m"): expected an array of clusters, given nothing',
    ],
    [
      withClusters({ ...cluster, backends: 'a1' }),
      'targets[0].clusters[0].backends (cluster "A"): expected an array of backends, given "a1"',
    ],
    [
      withClusters({ ...cluster, rtt_ms: NaN }),
      'targets[0].clusters[0].rtt_ms (cluster "A"): expected a finite number >= 0, given NaN',
    ],
    [
      withBackends({ ...backend, dns: 'maybe' }),
      'targets[0].clusters[0].backends[0].dns (backend "a1"): expected true, false, "ipv4" or "ipv6", given "maybe"',
    ],
    [
      withBackends({ ...backend, dns: true }),
      'targets[0].clusters[0].backends[0].dns (backend "a1"): expected no dns, as the host of the URL is an address, given true',
    ],
  ])('%j', (json, message) => {
    expect(messagesOf(json)).toEqual([message]);
  });

  test.each(['h:80', '//h', 'http://', 'http://h/?a=1', 'http://h/#a', 'ws://h', '', 7, {}])(
    'a backend at %j',
    (url) => {
      expect(messagesOf(withBackends({ id: 'a1', url }))).toHaveLength(1);
    },
  );

  test('without showing the password of a URL', () => {
    expect(messagesOf(withBackends({ id: 'a1', url: 'http://user:secret@h:1' }))[0]).toMatch(
      /given "\*\*\*@h:1"$/,
    );
  });

  test('for ids that occur twice, and targets', () => {
    expect(messagesOf(withClusters(cluster, { ...cluster, rtt_ms: -1 }))).toEqual([
      'targets[0].clusters[1].rtt_ms (cluster "A"): expected a finite number >= 0, given -1',
      'targets[0].clusters[1].cluster_id (model "m"): expected an id unique in the target (clusters[0] has it already), given "A"',
    ]);
    const other = { ...cluster, cluster_id: 'B', backends: [backend] };
    expect(messagesOf(withClusters({ ...cluster, backends: [backend] }, other))).toEqual([
      'targets[0].clusters[1].backends[0].id (model "m"): expected an id unique in the target (clusters[0].backends[0] has it already), given "a1"',
    ]);
    const target = { model_id: 'm', clusters: [] };
    const targets = [target, { ...target, routing_key: 'rk' }, { ...target, routing_key: '' }];
    expect(messagesOf({ targets })).toEqual([
      'targets[2].model_id: expected a target listed once (targets[0] has this model and routing key), given "m"',
    ]);
  });

  test('for an id that an address of a host name could get', () => {
    const named = { id: 'a', url: 'http://engines', dns: true };
    expect(messagesOf(withBackends(named, { ...backend, id: 'a@10.0.0.1' }))).toEqual([
      'targets[0].clusters[0].backends[1].id (model "m"): expected an id that no address of clusters[0].backends[0] can get, given "a@10.0.0.1"',
    ]);
    expect(messagesOf(withBackends(named, { ...backend, id: 'b@10.0.0.1' }))).toEqual([]);
  });

  test('and the names of objects are ordinary ids', () => {
    const names = ['__proto__', 'constructor', 'toString'];
    const json = JSON.stringify(withBackends(...names.map((id) => ({ ...backend, id }))));
    expect(messagesOf(JSON.parse(json))).toEqual([]);
  });
});

describe('a fleet document is read strictly', () => {
  test.each([
    [{ targets: [], version: 3 }, 'version'],
    [{ targets: [{ model_id: 'm', clusters: [], zone: 'b' }] }, 'targets[0].zone'],
    [withClusters({ ...cluster, rtt: 5 }), 'targets[0].clusters[0].rtt'],
    [
      withClusters({ ...cluster, stats: { max_engine_concurency: 8 } }),
      'targets[0].clusters[0].stats.max_engine_concurency',
    ],
    [withBackends({ ...backend, sorce: {} }), 'targets[0].clusters[0].backends[0].sorce'],
    [
      withBackends({ ...backend, source: { kind: 'prometheus', engine: 'vllm', interval: 9 } }),
      'targets[0].clusters[0].backends[0].source.interval',
    ],
  ])('an unknown field is a fault: %j', (json, path) => {
    const [message, ...others] = messagesOf(json);
    expect(others).toEqual([]);
    expect(message).toContain(path);
    expect(message).toContain('expected one of the fields ');
  });

  test('a misspelt field comes with the name that was meant', () => {
    const [message] = messagesOf(withBackends({ ...backend, sorce: {} }));
    expect(message).toContain('(did you mean "source"?)');
  });

  test.each([' A', 'A ', '\n', '\u00a0', '\u2003A', 'a\u0007', 'é'.repeat(129)])(
    'an id that no header carries is a fault: %j',
    (id) => {
      const place = 'targets[0].clusters[0]';
      expect(messagesOf(withClusters({ ...cluster, cluster_id: id }))).toEqual([
        expect.stringContaining(`${place}.cluster_id`),
      ]);
      expect(messagesOf(withBackends({ ...backend, id }))).toEqual([
        expect.stringContaining(`${place}.backends[0].id`),
      ]);
    },
  );

  test.each(['größe', ' m', 'm ', 'm\n', '\u00a0', 'm'.repeat(257)])(
    'a model id or routing key that no header carries is a fault: %j',
    (id) => {
      const target = (names: object) => ({ targets: [{ model_id: 'm', clusters: [], ...names }] });
      expect(messagesOf(target({ model_id: id }))).toEqual([
        expect.stringContaining('targets[0].model_id'),
      ]);
      expect(messagesOf(target({ routing_key: id }))).toEqual([
        expect.stringContaining('targets[0].routing_key'),
      ]);
    },
  );

  test('an id with outer spaces comes with the one that was meant', () => {
    const [message] = messagesOf(withClusters({ ...cluster, cluster_id: 'A ' }));
    expect(message).toContain('(did you mean "A"?)');
  });

  test.each(['zürich', 'a b', '😀', 'é'.repeat(128)])('takes the id %j', (id) => {
    expect(messagesOf(withBackends({ ...backend, id }))).toEqual([]);
    expect(messagesOf(withClusters({ ...cluster, cluster_id: id }))).toEqual([]);
  });
});
