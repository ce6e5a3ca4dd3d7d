import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { createFleet } from '../../../../src/adapters/fleet/fleet.js';
import type { Fleet } from '../../../../src/adapters/fleet/port.js';
import { createEngine } from '../../../../src/adapters/runtime/index.js';
import { createFileSource } from '../../../../src/adapters/fleet/sources/file-source.js';
import { createHttpSource } from '../../../../src/adapters/fleet/sources/http-source.js';
import { createInMemoryTelemetry } from '../../../../src/adapters/telemetry/in-memory.js';
import type { DocumentSource } from '../../../../src/adapters/fleet/sources/document-source.js';
import type { Snapshot } from '../../../../src/core/snapshot/snapshot.js';
import { startEngine } from '../../../servers/mock-engine/start-engine.js';
import { serve } from './sources/serve.js';
import { until } from '../../../support/until.js';

const target = { modelId: 'm' };
const source = { kind: 'prometheus', engine: 'vllm', interval_ms: 50 };
const fleets: Fleet[] = [];

afterEach(async () => {
  await Promise.all(fleets.splice(0).map((fleet) => fleet.close()));
});

/** A fleet of engines that really run, feeding an engine that decides. */
const route = async (document: DocumentSource) => {
  const telemetry = createInMemoryTelemetry();
  const settings = { staleAfterMs: 500, dropAfterMs: 1500, firstPauseMs: 100 };
  const fleet = createFleet({ sources: [document], telemetry, settings });
  fleets.push(fleet);
  const engine = createEngine();
  let latest: Snapshot | undefined;
  await fleet.start({
    onSnapshot: (snapshot) => {
      latest = snapshot;
      engine.publish(snapshot);
    },
    onTargetGone: (gone) => {
      latest = undefined;
      engine.withdraw(gone);
    },
    onBackendReported: () => undefined,
  });
  return {
    fleet,
    engine,
    telemetry,
    stats: (id: string) => latest?.clusters.find(({ clusterId }) => clusterId === id)?.stats,
    clusterIds: () => latest?.clusters.map(({ clusterId }) => clusterId),
    decide: () => engine.decide({ target, requestId: 'r' }, { elapsedMs: 0 }),
  };
};

test('a file of engines, their pages and their connects make a fleet that is routed by', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fleet-'));
  const path = join(folder, 'fleet.json');
  const [a1, a2, b1] = await Promise.all([startEngine(), startEngine(), startEngine()]);
  const write = (...clusters: readonly object[]): Promise<void> =>
    writeFile(path, JSON.stringify({ targets: [{ model_id: 'm', clusters }] }));
  const A = {
    cluster_id: 'A',
    rtt_ms: 1,
    backends: [
      { id: 'a1', url: a1.url, source, stats: { max_engine_concurrency: 8 } },
      { id: 'a2', url: a2.url, source, stats: { max_engine_concurrency: 8 } },
    ],
  };
  const B = { cluster_id: 'B', rtt_ms: 900, backends: [{ id: 'b1', url: b1.url, source }] };
  await write(A, B);
  const routed = await route(createFileSource({ path, settleMs: 20 }));
  expect(routed.decide()).toMatchObject({ kind: 'selected' });

  a1.fill(10);
  a2.fill(3);
  await until('both pages are read', () => routed.stats('A')?.numRunningQueries === 11);
  expect(routed.stats('A')).toMatchObject({ queueSize: 2, maxEngineConcurrency: 16 });
  expect(routed.fleet.isReporting(target, 'A')).toBe(true);

  // One engine dies: it gets stale, then it is dropped; its cluster goes on with the other.
  await a1.fail({ mode: 'connect-refuse' });
  await until('it is stale', () =>
    routed.telemetry.lines('backend_stale').some(({ fields }) => fields['backend'] === 'a1'),
  );
  await until('it is dropped', () => routed.stats('A')?.numRunningQueries === 3);

  // And comes back.
  await a1.reset();
  await until('it is back', () => routed.fleet.status().length === 3);

  // The file takes cluster A away, and a bad version of it changes nothing.
  await write(B);
  await until('A is gone', () => routed.clusterIds()?.join() === 'B');
  expect(routed.decide()).toMatchObject({ kind: 'selected', clusterId: 'B' });
  await writeFile(path, '{"targets":');
  await until('it is refused', () => routed.telemetry.lines('snapshot_rejected').length === 1);
  expect(routed.clusterIds()).toEqual(['B']);
  await rm(folder, { recursive: true });
});

test('an endpoint that publishes statistics is followed', async () => {
  let running = 0;
  let cluster: object = { cluster_id: 'A', rtt_ms: 1 };
  const url = await serve((_request, response) =>
    response.end(
      JSON.stringify({
        targets: [
          {
            model_id: 'm',
            clusters: [{ ...cluster, stats: { num_running_queries: running } }],
          },
        ],
      }),
    ),
  );
  const routed = await route(createHttpSource({ url, intervalMs: 20 }));
  running = 5;
  await until('the load is seen', () => routed.stats('A')?.numRunningQueries === 5);
  cluster = { cluster_id: 'B', rtt_ms: 1 };
  await until('the cluster is seen', () => routed.clusterIds()?.join() === 'B');
});

/** Models of one engine that is asked for `page`, how often, and what each of them hears. */
const shareEngine = async (page: string, sources: Readonly<Record<string, object>>) => {
  let askedCount = 0;
  const url = await serve((_request, response) => {
    askedCount += 1;
    response.end(page);
  });
  const folder = await mkdtemp(join(tmpdir(), 'fleet-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'fleet.json');
  const targets = Object.entries(sources).map(([model_id, of]) => ({
    model_id,
    clusters: [{ cluster_id: 'A', rtt_ms: 1, backends: [{ id: 'a1', url, source: of }] }],
  }));
  await writeFile(path, JSON.stringify({ targets }));
  const reports = new Map<string, number>();
  const running = new Map<string, number | undefined>();
  const fleet = createFleet({ sources: [createFileSource({ path })] });
  fleets.push(fleet);
  await fleet.start({
    onSnapshot: ({ target: { modelId }, clusters }) =>
      running.set(modelId, clusters[0]?.stats?.numRunningQueries),
    onTargetGone: () => undefined,
    onBackendReported: ({ modelId }) => reports.set(modelId, (reports.get(modelId) ?? 0) + 1),
  });
  return { asked: () => askedCount, reports, running };
};

test('an engine of several models has its page asked for once, and all of them hear of it', async () => {
  const engine = await startEngine();
  const page = await (await fetch(`${engine.url}/metrics`)).text();
  const { asked, reports } = await shareEngine(page, { m: source, n: source, o: source });
  const isOften = (modelId: string): boolean => (reports.get(modelId) ?? 0) >= 5;
  await until('all have reported often', () => [...'mno'].every(isOften));
  // One may be on its way.
  expect(asked() - Math.max(...reports.values())).toBeLessThanOrEqual(1);
});

test('a page that shows several models is asked for once, and each of them hears of its own rows', async () => {
  const page =
    'vllm:num_requests_running{model_name="m"} 3\nvllm:num_requests_running{model_name="n"} 5\n';
  const named = (model_name: string): object => ({ ...source, model_name });
  const sources = { m: named('m'), n: named('n'), o: named('missing') };
  const { asked, reports, running } = await shareEngine(page, sources);
  const isOften = (modelId: string): boolean => (reports.get(modelId) ?? 0) >= 5;
  await until('both have reported often', () => [...'mn'].every(isOften));
  expect(asked() - Math.max(...reports.values())).toBeLessThanOrEqual(1);
  await until('both are published', () => running.get('m') === 3 && running.get('n') === 5);
  // The page does not show that model, which is a matter of its own.
  expect(reports.has('o')).toBe(false);
});
