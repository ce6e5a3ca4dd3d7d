/** Many requests on one engine, with all that can happen to them on their way. */
import * as E from 'fp-ts/lib/Either.js';
import seedrandom from 'seedrandom';
import { parseLbConfig, parseSnapshot, reserve, type Snapshot } from '../../../../../src/api.js';
import {
  createEngine,
  type RoutingRuntime,
  type Route,
} from '../../../../../src/adapters/runtime/index.js';
import type { RecordDecision } from '../../../../../src/adapters/runtime/route.js';

const TARGETS = [
  { routing_key: 'rk-1', model_id: 'ring' },
  { model_id: 'ring' },
  { routing_key: 'rk-1', model_id: 'ranked' },
  { model_id: 'turns' },
  { routing_key: 'gr\u00fcn', model_id: 'any' },
];

const CONFIG = {
  models: {
    ring: {
      algorithm: 'wait-and-widen',
      cache_affinity_backend_selection_count: 2,
      cache_affinity_virtual_nodes: 20,
      cache_affinity_wait_ms: 300,
      cache_affinity_input_tokens_scale: 0.2,
      last_cluster_affinity: true,
      max_queue_time_floor_ms: 100,
      max_queue_time_ceil_ms: 2000,
    },
    ranked: {
      algorithm: 'pulsar-wait-and-widen',
      cache_affinity_wait_ms: 200,
      last_cluster_affinity: true,
      consider_kv_free_tokens: true,
      max_input_work_seconds: 8,
    },
    turns: 'round-robin',
  },
  request_algorithms: {
    random: 'random',
    pulsar: { algorithm: 'pulsar', rendezvous_weight: 'last-mean-input-tps' },
    'round-robin': 'round-robin',
    'power-of-n': { algorithm: 'power-of-n', comparator: 'utilization' },
    'wait-and-widen': { algorithm: 'wait-and-widen', cache_affinity_virtual_nodes: 5 },
    'pulsar-wait-and-widen': 'pulsar-wait-and-widen',
  },
};

const METHODS = [
  undefined,
  undefined,
  undefined,
  'random',
  'round-robin',
  'pulsar;seed=a',
  'power-of-n;sample_count=3',
  'wait-and-widen;cache_affinity_backend_selection_count=1;cache_affinity_wait_ms=50;n=3',
  'pulsar-wait-and-widen;cache_affinity_wait_ms=100;band_widen_interval_ms=20;fallback_max_queued=1',
  'pulsar-wait-and-widen;last_cluster_affinity=true;cache_affinity_wait_ms=80;max_queued=1',
];

/** Drives requests through an engine that tells `record` every decision. */
export class LongRun {
  readonly #random = seedrandom.tychei('a long run');
  readonly #engine: RoutingRuntime;
  /** Which cluster served a session last. */
  readonly #memory = new Map<string, string>();
  #count = 0;

  constructor(record: RecordDecision) {
    this.#engine = createEngine({ config: right(parseLbConfig(CONFIG)).config, record });
    for (let i = 0; i < TARGETS.length; i++) this.#publish(i);
  }

  /** Takes so many more requests to their end. */
  run(requestCount: number): void {
    for (let i = 0; i < requestCount; i++) this.#request(this.#count++);
  }

  #request(number: number): void {
    const at = this.#below(TARGETS.length);
    if (this.#below(12) === 0) this.#publish(at);
    const { target } = right(parseSnapshot({ ...TARGETS[at], clusters: [] }));
    const session = `${String(at)} session-${String(this.#below(150))}`;
    const opened = this.#engine.open({
      target,
      requestId: `request-${String(number)}`,
      cacheAffinityKey: this.#below(8) === 0 ? undefined : session,
      inputTokens: this.#below(4000),
      priority: this.#pick([0, 0, 5, 11]),
      requestSloMs: this.#pick([undefined, 500]),
      lastClusterId: this.#below(20) === 0 ? 'gone' : this.#memory.get(session),
      routingMethod: this.#pick(METHODS),
    });
    if (E.isLeft(opened)) throw new Error(opened.left.message);
    const served = this.#follow(opened.right, at);
    if (served !== undefined) this.#memory.set(session, served);
  }

  /** Decides, waits and tries again as a router does; returns where the request was served. */
  #follow(route: Route, at: number): string | undefined {
    let elapsedMs = this.#below(2) / 8;
    for (let attempt = 0; attempt < 8; attempt++) {
      const decision = route.decide(elapsedMs);
      if (decision.kind === 'rejected' || decision.kind === 'unavailable') return undefined;
      if (decision.kind === 'wait') {
        if (this.#below(4) === 0) this.#publish(at);
        const isWoken = this.#below(3) === 0;
        elapsedMs = isWoken ? elapsedMs + decision.delayMs / 2 : decision.untilMs;
        continue;
      }
      const { clusterId } = decision;
      const { inputTokens = 0, priority = 0 } = route.request;
      this.#engine.replaceView(reserve(route.view, { clusterId, inputTokens, priority }));
      if (this.#below(5) > 0) return clusterId;
      route.exclude(clusterId);
      elapsedMs += this.#below(20);
    }
    return undefined;
  }

  /** New statistics, now and then of other clusters; reservations are over. */
  #publish(at: number): void {
    const ids = ['A', 'B', 'C', 'd', '\u00e9', '\u{1f600}'].slice(0, 4 + this.#below(3));
    const clusters = ids.map((id) => ({
      cluster_id: id,
      rtt_ms: this.#below(160) / 8,
      stats: {
        last_mean_input_tps: this.#pick([0, 900, 1234.5, 2000]),
        max_input_tps: this.#pick([undefined, 1000, 3000]),
        max_engine_concurrency: this.#pick([0, 1, 2, 3]),
        num_running_queries: this.#below(3),
        queued_input_size: this.#pick([0, 0, 500, 3000]),
        kv_cache_capacity_tokens: 8000,
        kv_cache_free_tokens: this.#pick([0, 1000, 8000]),
        queue_time_estimate_ms_by_priority: this.#pick([{}, { '0': 12, '10': 80 }, { '5': 400 }]),
      },
    }));
    this.#engine.publish(snapshotWith(at, clusters));
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #pick<A>(values: readonly A[]): A {
    return values[this.#below(values.length)]!;
  }
}

const snapshotWith = (at: number, clusters: readonly unknown[]): Snapshot =>
  right(parseSnapshot({ ...TARGETS[at], clusters }));

const right = <A>(either: E.Either<unknown, A>): A => {
  if (E.isRight(either)) return either.right;
  throw new Error(JSON.stringify(either.left));
};
