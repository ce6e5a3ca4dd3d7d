import { describe, expect, test } from 'vitest';
import type { ResolveHost } from '../../../../src/adapters/fleet/sources/dns-source.js';
import { documentOf, startManualFleet, TARGET, type ManualFleet } from './manual-fleet.js';

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

const start = async (clusters = documentOf({ A: [named], B: [] })) => {
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
    expect(manual.fleet.status()).toMatchObject([
      { hasLostReports: true },
      { hasLostReports: true },
      { hasLostReports: true },
    ]);
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
