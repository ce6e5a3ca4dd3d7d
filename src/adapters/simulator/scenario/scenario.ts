/** What a simulation is made of, as plain data. */
import type { AlgorithmConfig } from '../../../core/config/fields.js';
import type { EngineModel } from '../engine/engine-model.js';
import type { MemoryModel } from '../gateway/last-cluster-memory.js';
import type { StatisticsModel } from '../router/reported-load.js';
import type { WorkloadModel } from '../workload/workload-model.js';

/** Something that happens to a cluster, on schedule. */
export type Incident = Readonly<{
  /**
   * `slow`: everything runs at `speed`; `busy`: requests of others hold `slots` of it; `outage`:
   * it cannot be reached, loses what it runs and forgets its cache.
   */
  kind: 'slow' | 'busy' | 'outage';
  clusterId: string;
  fromMs: number;
  untilMs: number;
  /** Slow only: 0.5 is half speed. */
  speed: number;
  /** Busy only. */
  slots: number;
}>;

/**
 * By what the gateway knows requests to belong together: an id that clients send as a header
 * (`named`, the affinity key itself) or as `prompt_cache_key` (`cache-key`, hashed by the gateway),
 * the opening of the conversation, or nothing; then each prompt is a key of its own (`payload`), or
 * there is no key at all (`none`).
 */
export const SESSION_KEYS = ['named', 'cache-key', 'opening', 'payload', 'none'] as const;

/** By what requests are known to belong together. */
export type SessionKey = (typeof SESSION_KEYS)[number];

/** One way to route, by name: a policy of the engine, or a baseline. */
export type PolicyModel = Readonly<{
  name: string;
  sessions: SessionKey;
  chooses:
    | Readonly<{ kind: 'policy'; config: AlgorithmConfig }>
    | Readonly<{ kind: 'session-stickiness' }>
    | Readonly<{ kind: 'prefix-hash'; loadFactor: number }>;
}>;

/** A scenario: clusters, routers, gateways, who sends what, and the policies to compare. */
export type Scenario = Readonly<{
  name: string;
  description: string;
  seed: string;
  /** Requests that arrive before this are not measured. */
  warmupMs: number;
  /** The run is cut off here; Infinity: it goes on until every request has ended. */
  endMs: number;
  /** TTFT that a request is to have for goodput. */
  ttftObjectiveMs: number;
  /** Id of the model that is asked for; affinity orders depend on it. Default `model`. */
  modelId?: string | undefined;
  clusters: readonly EngineModel[];
  statistics: StatisticsModel;
  routerCount: number;
  gatewayCount: number;
  memory: MemoryModel;
  /** `x-max-wait-ms` of every request; undefined: none is sent. */
  maxWaitMs: number | undefined;
  /** `x-request-slo-ms` of every request. */
  requestSloMs: number | undefined;
  incidents: readonly Incident[];
  workload: WorkloadModel;
  policies: readonly PolicyModel[];
}>;
