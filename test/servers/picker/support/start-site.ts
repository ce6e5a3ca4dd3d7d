import { onTestFinished } from 'vitest';
import {
  createMockEngine,
  type MockEngine,
  type MockEngineOptions,
} from '../../../../src/adapters/testing/mock-engine/index.js';
import { startEnvoy, type EnvoySetup, type TestEnvoy } from './start-envoy.js';
import { startPicker, type PickerSetup, type TestPicker } from './start-picker.js';

/** Engines, a picker and a real Envoy before them. */
export type Site<Id extends string> = Readonly<{
  engines: Readonly<Record<Id, MockEngine>>;
  picker: TestPicker;
  envoy: TestEnvoy;
  /** Tells the picker how the clusters stand. */
  publish: (stats?: Partial<Record<Id, object>>) => void;
  chat: (body?: object, init?: ChatInit) => Promise<Response>;
}>;

export type ChatInit = Readonly<{ headers?: Record<string, string>; signal?: AbortSignal }>;

export type SiteSetup = Omit<PickerSetup, 'clusters'> &
  Pick<EnvoySetup, 'file' | 'change'> &
  Readonly<{
    engine?: MockEngineOptions;
    /** Endpoints that no engine listens on, in clusters of their own. */
    dead?: Readonly<Record<string, string>>;
    /** Round trip by cluster, ms. Default: 5. */
    rttMs?: Readonly<Record<string, number>>;
    /** Statistics by cluster, at the start. */
    stats?: Readonly<Record<string, object>>;
  }>;

/** An engine of model `m` that answers at once. */
export const FAST: MockEngineOptions = {
  ...{ modelIds: ['m'], outputTokens: 2 },
  ...{ prefillTokensPerSecond: 1e6, decodeTokensPerSecond: 1e5 },
};

/** `ip:port` of an engine. */
export const endpointOf = ({ url }: MockEngine): string => url.slice('http://'.length);

/** Starts one engine per cluster, a picker and Envoy; all end after the test. */
export const startSite = async <Id extends string>(
  ids: readonly Id[],
  { engine, dead = {}, rttMs = {}, stats = {}, file, change, ...setup }: SiteSetup = {},
): Promise<Site<Id>> => {
  const started = await Promise.all(
    ids.map(async (clusterId) => {
      const one = await createMockEngine({ ...FAST, ...engine, clusterId });
      onTestFinished(() => one.close());
      return [clusterId, one] as const;
    }),
  );
  const engines = Object.fromEntries(started) as Record<Id, MockEngine>;
  const endpoints = {
    ...dead,
    ...Object.fromEntries(started.map(([id, one]) => [id, endpointOf(one)])),
  };
  const clustersWith = (given: Readonly<Record<string, object | undefined>>) =>
    Object.entries(endpoints).map(([id, endpoint]) => ({
      ...{ cluster_id: id, rtt_ms: rttMs[id] ?? 5, stats: { ...STATS, ...given[id] } },
      backends: [{ id: `${id.toLowerCase()}1`, url: `http://${endpoint}` }],
    }));
  const picker = await startPicker({ ...setup, clusters: clustersWith(stats) });
  const envoy = await startEnvoy({
    ...{ file: file ?? 'envoy.yaml', change: change ?? ((yaml) => yaml) },
    ...{ picker: picker.address, engines: Object.values(endpoints) },
    isTls: setup.tls !== undefined,
  });
  return {
    ...{ engines, picker, envoy },
    publish: (given = {}) => {
      picker.publish(clustersWith(given as Record<string, object | undefined>));
    },
    chat: (body = {}, { headers = {}, ...init } = {}) =>
      fetch(`${envoy.url}/v1/chat/completions`, {
        ...{ method: 'POST', ...init },
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hi' }], ...body }),
      }),
  };
};

/** A cluster with room. */
const STATS = {
  ...{ max_engine_concurrency: 8, num_running_queries: 0 },
  ...{ last_mean_input_tps: 1_000, max_input_tps: 1_000 },
};

/** Statistics of a cluster without room. */
export const FULL = { max_engine_concurrency: 1, num_running_queries: 1, queued_input_size: 5_000 };
