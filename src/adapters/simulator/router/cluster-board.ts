/**
 * What one router knows about the clusters: the last report of each, and what it has sent since.
 *
 * Reservations are kept by the router's own code (`TargetReservations`): one ends with the first
 * report that was asked for after it was made, and whatever a report says, a cluster never counts
 * fewer running requests than this router has open on it.
 */
import type { Cluster, Snapshot } from '../../../core/snapshot/snapshot.js';
import { runningIn, type View } from '../../../core/view/view.js';
import { smoothRttMs } from '../../fleet/sources/engine-metrics-source.js';
import type { CreateView } from '../../platform/view-factory.js';
import { RequestsUnderWay } from '../../router/reservations/requests-under-way.js';
import {
  TargetReservations,
  type ReservedRequest,
} from '../../router/reservations/target-reservations.js';
import type { SpareCapacity } from '../../router/waiting/spare-capacity.js';
import type { EngineModel } from '../engine/engine-model.js';
import type { EngineReport, StatisticsModel, TimedReport } from './reported-load.js';

/** Failed connects in a row after which a cluster is left out, until it reports again. */
const PAUSED_AFTER = 3;

/** The model of a scenario that names none; affinity orders depend on it. */
export const DEFAULT_MODEL_ID = 'model';

export class ClusterBoard {
  /** Requests of this router that have not ended, by cluster. */
  readonly #openCounts: Int32Array;
  readonly #reports: (EngineReport | undefined)[];
  readonly #measuredTps: Float64Array;
  readonly #rttMs: Float64Array;
  readonly #failedConnects: Int32Array;
  readonly #indexOf: ReadonlyMap<string, number>;
  readonly #underWay = new RequestsUnderWay();
  readonly #reservations: TargetReservations;
  /** What the engines report, without what this router has sent. */
  #base: View;
  #view: View;

  constructor(
    readonly engines: readonly EngineModel[],
    readonly statistics: StatisticsModel,
    readonly createView: CreateView,
    readonly modelId = DEFAULT_MODEL_ID,
  ) {
    this.#openCounts = new Int32Array(engines.length);
    this.#failedConnects = new Int32Array(engines.length);
    this.#reports = engines.map(() => undefined);
    this.#indexOf = new Map(engines.map(({ clusterId }, at) => [clusterId, at]));
    this.#measuredTps = Float64Array.from(engines, (engine) => engine.prefillTokensPerSecond);
    this.#rttMs = Float64Array.from(engines, (engine) => engine.rttMs);
    const snapshot = this.#snapshot();
    this.#base = this.#view = createView(snapshot);
    const known = { snapshot, running: undefined };
    this.#reservations = new TargetReservations(
      known,
      this.#base,
      this.#underWay,
      () => [],
      (view) => {
        this.#view = view;
      },
    );
  }

  /** The clusters as decisions see them now. */
  get view(): View {
    this.#reservations.refresh();
    return this.#view;
  }

  /** How much room there is, for requests that wait. */
  get spareCapacity(): SpareCapacity {
    return this.#reservations.spareCapacity;
  }

  /** -1 for an id that no cluster has. */
  indexOf(clusterId: string): number {
    return this.#indexOf.get(clusterId) ?? -1;
  }

  /** Requests on a cluster as far as this router knows. */
  loadOf(cluster: number): number {
    const running = runningIn(this.view, this.engines[cluster]!.clusterId) ?? 0;
    const isQueueCounted = this.statistics.kind === 'full';
    const queued = isQueueCounted ? 0 : (this.#reports[cluster]?.queuedCount ?? 0);
    return Math.max(running + queued, this.#openCounts[cluster]!);
  }

  /** Whether a cluster is left out because it cannot be reached. */
  isPaused(cluster: number): boolean {
    return this.#failedConnects[cluster]! >= PAUSED_AFTER;
  }

  /** A request is sent to a cluster. */
  send(
    cluster: number,
    inputTokens: number,
    priority: number | undefined,
    nowMs: number,
  ): ReservedRequest {
    const { clusterId } = this.engines[cluster]!;
    const request: ReservedRequest = {
      backendId: clusterId,
      reservation: { clusterId, inputTokens, priority: priority ?? 0 },
      madeMs: nowMs,
      isReserved: true,
      isReported: false,
      isUnderWay: true,
    };
    this.#openCounts[cluster]! += 1;
    this.#reservations.add(request);
    return request;
  }

  /** A request has ended. True when its cluster counts less load from now on. */
  end(cluster: number, request: ReservedRequest): boolean {
    const { clusterId } = request.reservation;
    this.#openCounts[cluster]! -= 1;
    request.isUnderWay = false;
    if (!request.isReserved) {
      this.#underWay.leave(request.backendId);
      return this.#reservations.countUnreported(clusterId);
    }
    if (this.statistics.kind !== 'none') return false;
    this.#reservations.end(request);
    return true;
  }

  /** A request did not reach its cluster. */
  refused(cluster: number, request: ReservedRequest): void {
    const wasReserved = request.isReserved;
    this.#failedConnects[cluster]! += 1;
    this.end(cluster, request);
    if (wasReserved && this.statistics.kind !== 'none') this.#reservations.end(request);
  }

  reached(cluster: number): void {
    this.#failedConnects[cluster] = 0;
  }

  /** A report that was asked for is there; decisions see it once it is published. */
  take(cluster: number, report: TimedReport, askedAtMs: number): void {
    this.#measure(cluster, this.#reports[cluster], report);
    const rttMs = this.#reports[cluster] && this.#rttMs[cluster];
    this.#rttMs[cluster] = smoothRttMs(rttMs, report.rttMs);
    this.#reports[cluster] = report;
    this.#failedConnects[cluster] = 0;
    this.#reservations.markReported(this.engines[cluster]!.clusterId, askedAtMs);
  }

  /** Puts what was taken in before decisions, and leaves clusters out that cannot be reached. */
  publish(): void {
    const snapshot = this.#snapshot();
    this.#base = this.createView(snapshot, this.#base);
    this.#reservations.applySnapshot({ snapshot, running: undefined }, this.#base);
  }

  #measure(cluster: number, before: EngineReport | undefined, now: EngineReport): void {
    const tokens = now.computedTokens - (before?.computedTokens ?? 0);
    const seconds = now.prefillSeconds - (before?.prefillSeconds ?? 0);
    if (tokens > 0 && seconds > 0) this.#measuredTps[cluster] = tokens / seconds;
  }

  #snapshot(): Snapshot {
    const clusters = this.engines.map((engine, at) => this.#cluster(engine, at));
    const reachable = clusters.filter((_, at) => !this.isPaused(at));
    const { modelId } = this;
    return { target: { modelId }, clusters: reachable.length === 0 ? clusters : reachable };
  }

  #cluster(engine: EngineModel, at: number): Cluster {
    const isFull = this.statistics.kind === 'full';
    const report = this.#reports[at] ?? NOTHING_RUNS;
    const used = Math.min(report.usedTokens, engine.kvCacheTokens);
    return {
      clusterId: engine.clusterId,
      rttMs: this.#rttMs[at]!,
      stats: {
        lastMeanInputTps: this.#measuredTps[at]!,
        maxInputTps: engine.prefillTokensPerSecond,
        outputTps: 0,
        maxOutputTps: 0,
        queueSize: report.queuedCount,
        queuedInputSize: isFull ? report.queuedTokens : 0,
        numRunningQueries: report.runningCount + (isFull ? report.queuedCount : 0),
        maxEngineConcurrency: engine.slots,
        totalQueryInputSize: 0,
        kvCacheCapacityTokens: engine.kvCacheTokens,
        kvCacheUsedTokens: used,
        kvCacheFreeTokens: engine.kvCacheTokens - used,
        queueTimeEstimateMsByPriority: {},
      },
    };
  }
}

const NOTHING_RUNS: EngineReport = {
  runningCount: 0,
  queuedCount: 0,
  queuedTokens: 0,
  computedTokens: 0,
  prefillSeconds: 0,
  usedTokens: 0,
};

/** The clusters of a simulation when nothing runs on them: what affinity orders depend on. */
export const idleView = (
  engines: readonly EngineModel[],
  createView: CreateView,
  modelId?: string,
): View => new ClusterBoard(engines, NO_STATISTICS, createView, modelId).view;

const NO_STATISTICS: StatisticsModel = { kind: 'none', everyMs: 1, delayMs: 0 };
