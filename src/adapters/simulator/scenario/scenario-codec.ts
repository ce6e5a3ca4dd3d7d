/** The JSON of a scenario: docs/simulator.md describes it for people. */
import type * as E from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';
import {
  decodeWith,
  errorAt,
  isJsonObject,
  ownMember,
  within,
  type Codec,
  type JsonObject,
} from '../../../core/codec/codec.js';
import type { Fault, Problem } from '../../../core/codec/fault.js';
import { listOf } from '../../../core/codec/list-codec.js';
import { didYouMean } from '../../../core/codec/nearest-name.js';
import {
  defaulted,
  mapCodec,
  objectCodec,
  optional,
  required,
} from '../../../core/codec/object-codec.js';
import { amount, id, nameIn, numberIn, text } from '../../../core/codec/value-codec.js';
import { algorithmCodec } from '../../../core/config/algorithm-codec.js';
import type { AlgorithmConfig } from '../../../core/config/fields.js';
import type { Batching, EngineModel } from '../engine/engine-model.js';
import { EVICTION_ORDERS } from '../engine/kv-cache.js';
import type { MemoryModel } from '../gateway/last-cluster-memory.js';
import { MOMENTS, type StatisticsModel } from '../router/reported-load.js';
import { count, countFromOne, distribution, kindIs, positive } from './quantities.js';
import { SESSION_KEYS, type Incident, type PolicyModel, type Scenario } from './scenario.js';
import { taggedCodec } from './tagged-codec.js';
import { UNLIMITED, workloadCodec } from './workload-codec.js';

const textMember = (json: JsonObject, name: string): string | undefined => {
  const value = ownMember(json, name);
  return typeof value === 'string' ? value : undefined;
};

const notEmpty = (what: string): Problem => ({
  code: 'out_of_range',
  expected: `at least one ${what}`,
});

const batching: Codec<Batching> = taggedCodec<Batching>('batching', {
  independent: objectCodec('independent', {
    members: { kind: kindIs('independent') },
    unknown: 'refused',
  }),
  continuous: objectCodec('continuous', {
    members: {
      kind: kindIs('continuous'),
      decodeShare: defaulted(
        'decode_share',
        numberIn({ wholeOnly: false, min: 0, max: 0.95 }),
        0.25,
      ),
      stepGrowth: defaulted('step_growth', amount, 0.02),
    },
    unknown: 'refused',
  }),
});

/** A cluster as JSON, which may stand for several that are alike. */
type ClusterGroup = EngineModel & Readonly<{ count: number }>;

const clusterGroup = objectCodec<ClusterGroup>('Cluster', {
  members: {
    clusterId: required('cluster_id', id),
    count: defaulted('count', countFromOne, 1),
    rttMs: defaulted('rtt_ms', amount, 0),
    slots: required('slots', countFromOne),
    prefillTokensPerSecond: required('prefill_tokens_per_second', positive),
    decodeTokensPerSecond: defaulted('decode_tokens_per_second', positive, 50),
    decodeMs: optional('decode_ms', amount),
    kvCacheTokens: defaulted('kv_cache_tokens', count, 0),
    evictsFirst: optional('evicts_first', nameIn(EVICTION_ORDERS)),
    batching: defaulted('batching', batching, { kind: 'independent' }),
  },
  unknown: 'refused',
});

const statistics = objectCodec<StatisticsModel>('Statistics', {
  members: {
    kind: defaulted('kind', nameIn(['engine-page', 'full', 'none'] as const), 'engine-page'),
    everyMs: defaulted('every_ms', positive, 500),
    moments: optional('moments', nameIn(MOMENTS)),
    delayMs: defaulted('delay_ms', amount, 5),
    pageMs: optional('page_ms', distribution),
  },
  unknown: 'refused',
});

const memory = objectCodec<MemoryModel>('Memory', {
  members: {
    kind: defaulted('kind', nameIn(['shared', 'own', 'off'] as const), 'shared'),
    ttlMs: defaulted('ttl_ms', positive, 600_000),
    maxEntries: defaulted('max_entries', countFromOne, 100_000),
  },
  unknown: 'refused',
});

const incident = objectCodec<Incident>('Incident', {
  members: {
    kind: required('kind', nameIn(['slow', 'busy', 'outage'] as const)),
    clusterId: required('cluster_id', id),
    fromMs: required('from_ms', amount),
    untilMs: required('until_ms', amount),
    speed: defaulted('speed', positive, 0.5),
    slots: defaulted('slots', count, 0),
  },
  unknown: 'refused',
});

type Chooses = PolicyModel['chooses'];

type PolicyJson = Readonly<{
  name: string;
  sessions: PolicyModel['sessions'];
  config?: AlgorithmConfig | undefined;
  baseline?: Exclude<Chooses['kind'], 'policy'> | undefined;
  loadFactor: number;
}>;

const config: Codec<AlgorithmConfig> = mapCodec(
  algorithmCodec,
  (checked) => checked.config,
  (value) => ({ config: value, warnings: [] }),
);

const policyJson = objectCodec<PolicyJson>('Policy', {
  members: {
    name: required('name', id),
    sessions: defaulted('sessions', nameIn(SESSION_KEYS), 'named'),
    config: optional('config', config),
    baseline: optional('baseline', nameIn(['session-stickiness', 'prefix-hash'] as const)),
    loadFactor: defaulted('load_factor', numberIn({ wholeOnly: false, min: 1, max: 1000 }), 1.25),
  },
  unknown: 'refused',
  label: (json) => {
    const name = textMember(json, 'name');
    return name === undefined ? undefined : `policy "${name}"`;
  },
  check: (json, context) => {
    const hasConfig = ownMember(json, 'config') !== undefined;
    if (hasConfig !== (ownMember(json, 'baseline') !== undefined)) return [];
    const expected = 'either a config or a baseline';
    return [errorAt(context, 'config', ownMember(json, 'config'), { code: 'missing', expected })];
  },
});

const policy: Codec<PolicyModel> = mapCodec(
  policyJson,
  ({ name, sessions, config: settings, baseline, loadFactor }): PolicyModel => ({
    ...{ name, sessions },
    chooses:
      settings !== undefined
        ? { kind: 'policy', config: settings }
        : baseline === 'prefix-hash'
          ? { kind: 'prefix-hash', loadFactor }
          : { kind: 'session-stickiness' },
  }),
  ({ name, sessions, chooses }) => ({
    ...{ name, sessions, loadFactor: 1.25 },
    ...(chooses.kind === 'policy' ? { config: chooses.config } : { baseline: chooses.kind }),
    ...(chooses.kind === 'prefix-hash' && { loadFactor: chooses.loadFactor }),
  }),
);

/** Incidents name clusters that are there, end after they began, and one cluster is in one at a time. */
const checkIncidents = (json: JsonObject, context: t.Context): t.Errors => {
  const incidents = listMember(json, 'incidents');
  const known = new Set(listMember(json, 'clusters').flatMap(idsOf));
  const place = within(context, 'incidents', incidents);
  return incidents.flatMap((item, at) => {
    const here = within(place, String(at), item);
    const clusterId = textMember(item, 'cluster_id');
    if (clusterId !== undefined && !known.has(clusterId)) {
      const expected = `the id of a cluster${didYouMean(clusterId, [...known])}`;
      return [errorAt(here, 'cluster_id', clusterId, { code: 'invalid_value', expected })];
    }
    const until = ownMember(item, 'until_ms');
    if (Number(until) > Number(ownMember(item, 'from_ms'))) return [];
    const expected = 'a time after from_ms';
    return [errorAt(here, 'until_ms', until, { code: 'out_of_range', expected })];
  });
};

const listMember = (json: JsonObject, name: string): readonly JsonObject[] => {
  const list = ownMember(json, name);
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
};

const idsOf = (cluster: JsonObject): readonly string[] => {
  const clusterId = textMember(cluster, 'cluster_id') ?? '';
  const size = Number(ownMember(cluster, 'count') ?? 1);
  return groupIds(clusterId, size);
};

/** The ids of a group of clusters that are alike. */
const groupIds = (clusterId: string, size: number): readonly string[] =>
  size > 1 && size <= 1_000_000
    ? Array.from({ length: size }, (_, at) => `${clusterId}-${String(at + 1)}`)
    : [clusterId];

type ScenarioJson = Omit<Scenario, 'clusters'> & Readonly<{ clusters: readonly ClusterGroup[] }>;

const scenarioJson = objectCodec<ScenarioJson>('Scenario', {
  members: {
    name: required('name', id),
    description: defaulted('description', text, ''),
    seed: defaulted('seed', id, '1'),
    warmupMs: defaulted('warmup_ms', amount, 0),
    endMs: defaulted('end_ms', positive, UNLIMITED),
    ttftObjectiveMs: defaulted('ttft_objective_ms', positive, 1000),
    modelId: optional('model', id),
    clusters: required(
      'clusters',
      listOf(clusterGroup, { what: 'an array of clusters', problemOfEmpty: notEmpty('cluster') }),
    ),
    statistics: defaulted('statistics', statistics, {}),
    routerCount: defaulted('routers', countFromOne, 1),
    gatewayCount: defaulted('gateways', countFromOne, 1),
    memory: defaulted('memory', memory, {}),
    maxWaitMs: optional('max_wait_ms', amount),
    requestSloMs: optional('request_slo_ms', amount),
    incidents: defaulted('incidents', listOf(incident, { what: 'an array of incidents' }), []),
    workload: required('workload', workloadCodec),
    policies: required(
      'policies',
      listOf(policy, {
        what: 'an array of policies',
        problemOfEmpty: notEmpty('policy'),
        unique: {
          keyOf: (item) => textMember(item, 'name'),
          member: 'name',
          expected: (first) => `a name of its own (${first} has it already)`,
        },
      }),
    ),
  },
  unknown: 'refused',
  passing: ['$schema'],
  check: checkIncidents,
});

const scenarioCodec: Codec<Scenario> = mapCodec(
  scenarioJson,
  (json) => ({ ...json, clusters: json.clusters.flatMap(membersOf) }),
  (scenario) => ({
    ...scenario,
    clusters: scenario.clusters.map((cluster) => ({ ...cluster, count: 1 })),
  }),
);

const membersOf = ({ count: size, ...cluster }: ClusterGroup): readonly EngineModel[] =>
  groupIds(cluster.clusterId, size).map((clusterId) => ({ ...cluster, clusterId }));

/** Reads a scenario, or says everything that is wrong with it. */
export const parseScenario = (json: unknown): E.Either<readonly Fault[], Scenario> =>
  decodeWith(scenarioCodec, json);
