import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { parseFleetDocument } from '../../../../src/adapters/fleet/document/fleet-document.js';
import type { ResolveHost } from '../../../../src/adapters/fleet/sources/dns-source.js';
import {
  documentOf as unsharedDocumentOf,
  startManualFleet,
  TARGET,
  type ManualFleet,
} from './manual-fleet.js';

/** A document whose clusters say that all their addresses share a cache. */
const documentOf = (clusters: Readonly<Record<string, readonly object[]>>) => ({
  targets: unsharedDocumentOf(clusters).targets.map((target) => ({
    ...target,
    clusters: target.clusters.map((cluster) => ({ ...cluster, shared_cache: true })),
  })),
});

const failing = (code: string) => Object.assign(new Error(`query ${code}`), { code });

/** A resolver that answers what it is told to. */
const scriptedDns = () => {
  let answer: readonly string[] | Error | 'hangs' = [];
  const asked: string[] = [];
  const resolve: ResolveHost = (host) => {
    asked.push(host);
    if (answer === 'hangs') return new Promise(() => undefined);
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  return { resolve, asked, answers: (next: typeof answer) => void (answer = next) };
};

const named = { id: 'a', url: 'http://engines:8001/base', dns: true };

const urlsOf = ({ fleet }: ManualFleet): string[] =>
  fleet.status().map(({ backend }) => backend.url);

const start = async (clusters: object = documentOf({ A: [named], B: [] })) => {
  const dns = scriptedDns();
  dns.answers(['10.0.0.2', '10.0.0.1', 'fd00::1', '10.0.0.1', 'fe80::1%eth0', 'nonsense']);
  const manual = await startManualFleet(clusters, { resolve: dns.resolve });
  await manual.clock.advance(0);
  return { ...manual, dns };
};

describe('a backend whose host is a name', () => {
  test('is one backend per address, IPv6 in brackets', async () => {
    const manual = await start();
    expect(manual.dns.asked).toEqual(['engines']);
    expect(manual.fleet.status().map(({ backend }) => backend)).toEqual([
      { id: 'a@10.0.0.1', clusterId: 'A', url: 'http://10.0.0.1:8001/base' },
      { id: 'a@10.0.0.2', clusterId: 'A', url: 'http://10.0.0.2:8001/base' },
      { id: 'a@fd00::1', clusterId: 'A', url: 'http://[fd00::1]:8001/base' },
    ]);
    await manual.fleet.close();
  });

  test.each([
    ['ipv4', ['http://10.0.0.1:8001/base', 'http://10.0.0.2:8001/base']],
    ['ipv6', ['http://[fd00::1]:8001/base']],
  ])('has only the addresses of the family %s where that is asked for', async (dns, urls) => {
    const manual = await start(documentOf({ A: [{ ...named, dns }], B: [] }));
    expect(urlsOf(manual)).toEqual(urls);
    await manual.fleet.close();
  });

  test('is resolved again and again; what stays keeps its reports, what left is over', async () => {
    const source = { kind: 'prometheus', engine: 'vllm' };
    const manual = await start(documentOf({ A: [{ ...named, source }], B: [] }));
    manual.report('http://10.0.0.1:8001/base', { numRunningQueries: 3 });
    manual.report('http://10.0.0.2:8001/base', { numRunningQueries: 4 });
    await manual.published();
    expect(manual.clusters().get('A')!.stats.numRunningQueries).toBe(7);

    manual.told.length = 0;
    manual.dns.answers(['10.0.0.1', '10.0.0.3']);
    await manual.clock.advance(5000);
    expect(urlsOf(manual)).toEqual(['http://10.0.0.1:8001/base', 'http://10.0.0.3:8001/base']);
    expect(manual.told.slice(0, 3)).toMatchObject([
      { kind: 'reported', backendId: 'a@10.0.0.2' },
      { kind: 'reported', backendId: 'a@fd00::1' },
      { kind: 'snapshot' },
    ]);
    expect(manual.clusters().get('A')!.stats.numRunningQueries).toBe(3);
    await manual.fleet.close();
  });

  test('has no cluster until it is resolved', async () => {
    const dns = scriptedDns();
    dns.answers('hangs');
    const manual = await startManualFleet(documentOf({ A: [named] }), { resolve: dns.resolve });
    await manual.clock.advance(100_000);
    expect(manual.told).toMatchObject([{ kind: 'snapshot', snapshot: { clusters: [] } }]);
    expect(dns.asked).toHaveLength(1);
    expect(manual.telemetry.lines('snapshot_rejected')).toHaveLength(1);
    await manual.fleet.close();
  });

  test.each([failing('EAI_AGAIN'), failing('ESERVFAIL'), 'hangs' as const])(
    'keeps its addresses for as long as the resolver fails: %s',
    async (failure) => {
      const manual = await start();
      manual.dns.answers(failure);
      await manual.clock.advance(600_000);
      expect(urlsOf(manual)).toHaveLength(3);
      expect(manual.telemetry.lines('snapshot_rejected')).toHaveLength(1);
      expect(manual.telemetry.lines('snapshot_rejected')[0]!.fields['source']).toBe(
        'host name engines',
      );
      await manual.fleet.close();
    },
  );

  test.each([failing('ENOTFOUND'), failing('ENODATA'), []])(
    'is dropped when its name has had no address for 30 s: %s',
    async (answer) => {
      const manual = await start();
      manual.dns.answers(answer);
      await manual.clock.advance(30_000);
      expect(urlsOf(manual)).toHaveLength(3);
      await manual.clock.advance(6000);
      expect(urlsOf(manual)).toEqual([]);
      expect([...manual.clusters().keys()]).toEqual(['B']);

      manual.dns.answers(['10.0.0.1']);
      await manual.clock.advance(5000);
      expect(urlsOf(manual)).toEqual(['http://10.0.0.1:8001/base']);
      expect([...manual.clusters().keys()]).toEqual(['A', 'B']);
      await manual.fleet.close();
    },
  );

  test('keeps its last addresses when its cluster is the last of the target', async () => {
    const manual = await start(documentOf({ A: [named] }));
    manual.dns.answers(failing('ENOTFOUND'));
    await manual.clock.advance(600_000);
    expect(urlsOf(manual)).toHaveLength(3);
    expect(manual.fleet.chooseBackend(TARGET, 'A', new Set())).toBeDefined();
    await manual.fleet.close();
  });

  test('comes and goes without the others missing a turn', async () => {
    const manual = await start(documentOf({ A: [named, { id: 'b', url: 'http://b' }] }));
    let chosen = 0;
    for (let i = 0; i < 100; i++) {
      manual.dns.answers(i % 2 === 0 ? ['10.0.0.1'] : ['10.0.0.2', '10.0.0.3']);
      await manual.clock.advance(5000);
      for (let j = 0; j < 4; j++) {
        if (manual.fleet.chooseBackend(TARGET, 'A', new Set())!.id === 'b') chosen += 1;
      }
    }
    expect(chosen).toBeGreaterThan(100);
    await manual.fleet.close();
  });

  test('ends with its document', async () => {
    const manual = await start();
    manual.push.accept(documentOf({ B: [] }));
    await manual.published();
    const asked = manual.dns.asked.length;
    await manual.clock.advance(60_000);
    expect(manual.dns.asked).toHaveLength(asked);
    expect(urlsOf(manual)).toEqual([]);
    await manual.fleet.close();
    expect(manual.clock.pendingCount()).toBe(0);
  });

  test('with absurdly many addresses is refused', async () => {
    const manual = await start();
    manual.dns.answers(
      Array.from({ length: 5000 }, (_, i) => `10.1.${String(i >> 8)}.${String(i & 255)}`),
    );
    await manual.clock.advance(5000);
    expect(urlsOf(manual)).toHaveLength(3);
    expect(manual.telemetry.lines('snapshot_rejected')).toHaveLength(1);
    await manual.fleet.close();
  });
});

describe('a cluster of host names that are not said to share a cache', () => {
  const source = { kind: 'prometheus', engine: 'vllm' };
  const clustersOf = ({ fleet }: ManualFleet) =>
    fleet.status().map(({ backend }) => `${backend.clusterId} ${backend.id}`);

  test('is one cluster per address, each with what the document says of the cluster', async () => {
    const manual = await start({
      targets: [
        {
          model_id: 'm',
          clusters: [
            {
              ...{ cluster_id: 'A', rtt_ms: 7, stats: { max_engine_concurrency: 5 } },
              backends: [{ ...named, dns: 'ipv4', stats: { max_input_tps: 900 } }],
            },
          ],
        },
      ],
    });
    const about = { rttMs: 7, stats: { maxEngineConcurrency: 5, maxInputTps: 900 } };
    expect([...manual.clusters().values()]).toMatchObject([
      { clusterId: 'A@10.0.0.1', ...about },
      { clusterId: 'A@10.0.0.2', ...about },
    ]);
    expect(clustersOf(manual)).toEqual(['A@10.0.0.1 a@10.0.0.1', 'A@10.0.0.2 a@10.0.0.2']);
    expect(manual.telemetry.lines('caches_alternate')).toEqual([]);
    await manual.fleet.close();
  });

  test('keeps the clusters of the addresses that stay, with their reports', async () => {
    const manual = await start(unsharedDocumentOf({ A: [{ ...named, dns: 'ipv4', source }] }));
    manual.report('http://10.0.0.1:8001/base', { numRunningQueries: 3 });
    manual.dns.answers(['10.0.0.1', '10.0.0.3']);
    manual.told.length = 0;
    await manual.clock.advance(5000);
    expect([...manual.clusters()].map(([id, { stats }]) => [id, stats.numRunningQueries])).toEqual([
      ['A@10.0.0.1', 3],
      ['A@10.0.0.3', 0],
    ]);
    expect(manual.told).toContainEqual({
      ...{ kind: 'reported', target: TARGET, backendId: 'a@10.0.0.2' },
    });
    await manual.fleet.close();
  });

  test('leaves its backends that are no host names together', async () => {
    const plain = { id: 'p', url: 'http://10.9.9.9' };
    const manual = await start(unsharedDocumentOf({ A: [{ ...named, dns: 'ipv6' }, plain] }));
    expect(clustersOf(manual)).toEqual(['A p', 'A@fd00::1 a@fd00::1']);
    await manual.fleet.close();
  });

  test('keeps addresses that are gone when no cluster would be left, else drops them', async () => {
    const only = await start(unsharedDocumentOf({ A: [named] }));
    only.dns.answers([]);
    await only.clock.advance(100_000);
    expect(clustersOf(only)).toHaveLength(3);
    await only.fleet.close();

    const b = [{ id: 'b', url: 'http://b' }];
    const others = await start(unsharedDocumentOf({ A: [named], B: b }));
    others.dns.answers([]);
    await others.clock.advance(29_000);
    expect(clustersOf(others)).toHaveLength(4);
    await others.clock.advance(7000);
    expect(clustersOf(others)).toEqual(['B b']);
    others.dns.answers(['10.0.0.9']);
    await others.clock.advance(5000);
    expect(clustersOf(others)).toEqual(['A@10.0.0.9 a@10.0.0.9', 'B b']);
    await others.fleet.close();
    expect(others.clock.pendingCount()).toBe(0);
  });

  test('becomes one cluster when a new document says that they share a cache', async () => {
    const manual = await start(unsharedDocumentOf({ A: [{ ...named, dns: 'ipv4' }] }));
    manual.push.accept(documentOf({ A: [{ ...named, dns: 'ipv4' }] }));
    await manual.published();
    expect(clustersOf(manual)).toEqual(['A a@10.0.0.1', 'A a@10.0.0.2']);
    // The addresses were known already.
    expect(manual.dns.asked).toHaveLength(1);
    await manual.fleet.close();
  });

  test('has ids that no other cluster may have', () => {
    const document = unsharedDocumentOf({ A: [named], 'A@10.0.0.1': [] });
    const refused = parseFleetDocument(document);
    expect(E.isLeft(refused) && refused.left[0]!.message).toContain(
      'expected an id that no address of clusters[0] can get, given "A@10.0.0.1"',
    );
  });
});

describe('a cluster with several backends', () => {
  const two = ['a1', 'a2'].map((id) => ({ id, url: `http://${id}` }));

  test('is warned of once, as sessions alternate between their caches', async () => {
    const document = unsharedDocumentOf({ A: two, B: [two[0]!].map((b) => ({ ...b, id: 'b' })) });
    const manual = await startManualFleet(document);
    const lines = () => manual.telemetry.lines('caches_alternate');
    expect(lines()).toMatchObject([{ level: 'warn', fields: { model: 'm', cluster: 'A' } }]);
    expect(lines()[0]!.fields['message']).toContain('"shared_cache": true');
    manual.push.accept(unsharedDocumentOf({ A: two }));
    await manual.published();
    expect(lines()).toHaveLength(1);
    await manual.fleet.close();
  });

  test.each(['shared_cache', 'shared_engine'])('is not where it says %s', async (word) => {
    const cluster = { cluster_id: 'A', rtt_ms: 1, [word]: true, backends: two };
    const manual = await startManualFleet({ targets: [{ model_id: 'm', clusters: [cluster] }] });
    expect(manual.telemetry.lines('caches_alternate')).toEqual([]);
    await manual.fleet.close();
  });
});
