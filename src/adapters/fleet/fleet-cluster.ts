import { isDeepStrictEqual } from 'node:util';
import type { Cluster } from '../../core/snapshot/snapshot.js';
import { aggregateCluster } from './aggregate.js';
import {
  assumeThroughput,
  type AssumedThroughput,
  type ThroughputDefaults,
} from './assumed-throughput.js';
import type { BackendDefinition } from './document/backend-definition.js';
import type { ClusterDefinition } from './document/cluster-definition.js';
import { tellsLoad } from './document/load-fields.js';
import { isSameEngine, Member, type OnReport } from './member.js';
import type { FleetDependencies } from './dependencies.js';

/** What a cluster tells its target. */
export type ClusterEvents = Readonly<{
  onReport: OnReport;
  /** The member is gone; its source is closed. */
  onRemoved: (member: Member) => void;
  /** The throughput of a member is assumed from elsewhere than before, or not any more. */
  onAssumed: (member: Member) => void;
}>;

/** A cluster's statistics, and what its backends run where each tells for itself. */
export type AggregatedCluster = Readonly<{
  cluster: Cluster;
  running: ReadonlyMap<string, number> | undefined;
}>;

/** One cluster of a target, with its backends. */
export class FleetCluster {
  #members = new Map<string, Member>();
  /** Those that are used; undefined while the cluster is dropped. */
  #present: readonly Member[] | undefined;
  #turn = 0;
  #aggregated: AggregatedCluster | undefined;
  /** What it was aggregated with. */
  #defaults: ThroughputDefaults | undefined;
  readonly #events: ClusterEvents;

  constructor(
    public definition: ClusterDefinition,
    readonly dependencies: FleetDependencies,
    events: ClusterEvents,
  ) {
    this.#events = {
      ...events,
      onReport: (member, askedAtMs) => {
        this.#aggregated = undefined;
        events.onReport(member, askedAtMs);
      },
    };
    this.#reconcile(definition.backends);
  }

  get members(): readonly Member[] {
    return [...this.#members.values()];
  }

  /** Those that do their work; a cluster defined without backends has none and is never lost. */
  aliveMembers(nowMs: number): readonly Member[] | undefined {
    if (this.#members.size === 0) return [];
    const alive = this.members.filter((member) => !member.isLost(nowMs));
    return alive.length === 0 ? undefined : alive;
  }

  get present(): readonly Member[] | undefined {
    return this.#present;
  }

  setPresent(members: readonly Member[] | undefined): void {
    const known = new Set(this.#present);
    for (const member of members ?? []) {
      // A newcomer queues up, behind all but the one that was chosen last.
      if (!known.has(member)) member.turn = Math.max(member.turn, this.#turn - 0.5);
    }
    this.#present = members;
    this.#aggregated = undefined;
  }

  /**
   * Takes in a new definition; the backends it keeps keep their reports and pauses. Returns the
   * members it is a report of: without a source of their own, and with statistics that tell of
   * load and were pushed or are others than before.
   */
  redefine(definition: ClusterDefinition, isPushed: boolean): readonly Member[] {
    const isSame = isDeepStrictEqual(definition, this.definition);
    if (isSame && !isPushed) return [];
    const before = new Map(this.members.map((member) => [member, member.definition.stats]));
    const isNews = isPushed || !isDeepStrictEqual(definition.stats, this.definition.stats);
    if (!isSame) this.#replace(definition);
    return this.members.filter((member) => {
      const { stats } = member.definition;
      if (member.hasSource || !before.has(member)) return false;
      if (!tellsLoad(stats) && !tellsLoad(definition.stats)) return false;
      return isNews || !isDeepStrictEqual(stats, before.get(member));
    });
  }

  /** Its statistics now; the same object until something changes. */
  aggregated(nowMs: number, defaults: ThroughputDefaults): AggregatedCluster {
    const isOther = this.#assumesMean && defaults.measuredTps !== this.#defaults?.measuredTps;
    if (this.#aggregated === undefined || isOther) {
      this.#aggregated = this.#aggregate(nowMs, defaults);
      this.#defaults = defaults;
    }
    return this.#aggregated;
  }

  get #assumesMean(): boolean {
    return (this.#present ?? []).some(({ assumed }) => assumed.lastMeanInputTps !== undefined);
  }

  /** Whether some backend of it may be connected to. */
  isReachable(nowMs: number): boolean {
    return (this.#present ?? []).some(({ breaker }) => breaker.mayTry(nowMs));
  }

  /** It is the turn of a member: it was chosen. */
  noteTurn(member: Member): void {
    member.turn = ++this.#turn;
  }

  /**
   * The one of those that may be tried that was not chosen for longest. Where all are paused,
   * `usesPaused` tells whether they are used all the same.
   */
  next(tried: ReadonlySet<string>, nowMs: number, usesPaused: () => boolean): Member | undefined {
    const present = this.#present ?? [];
    const reachable = present.filter(({ breaker }) => breaker.mayTry(nowMs));
    const candidates = reachable.length > 0 || !usesPaused() ? reachable : present;
    let chosen: Member | undefined;
    for (const member of candidates) {
      if (tried.has(member.backend.id)) continue;
      if (chosen === undefined || member.turn < chosen.turn) chosen = member;
    }
    return chosen;
  }

  close(): void {
    for (const member of this.members) this.#remove(member);
    this.#members.clear();
    this.#present = undefined;
  }

  #aggregate(nowMs: number, defaults: ThroughputDefaults): AggregatedCluster {
    const { definition } = this;
    const present = this.#present ?? [];
    const known = present.map((member) => member.figures(definition.rttMs, nowMs));
    const completed = assumeThroughput(definition, known, defaults);
    const figures = completed.map((one) => one.figures);
    completed.forEach(({ assumed }, index) => {
      this.#noteAssumed(present[index]!, assumed);
    });
    const running = figures.map(({ stats }) => stats.numRunningQueries);
    // Endpoints of one engine all tell of the whole of it.
    const isKnown = !definition.hasSharedEngine && running.some((count) => count !== undefined);
    return {
      cluster: aggregateCluster(definition, figures),
      running: isKnown
        ? new Map(present.map(({ backend }, index) => [backend.id, running[index] ?? 0]))
        : undefined,
    };
  }

  #noteAssumed(member: Member, assumed: AssumedThroughput): void {
    const { lastMeanInputTps: mean, maxInputTps: max } = member.assumed;
    const isNews =
      mean?.from !== assumed.lastMeanInputTps?.from || max?.from !== assumed.maxInputTps?.from;
    member.assumed = assumed;
    if (isNews) this.#events.onAssumed(member);
  }

  #replace(definition: ClusterDefinition): void {
    this.definition = definition;
    this.#reconcile(definition.backends);
    this.#aggregated = undefined;
  }

  #reconcile(backends: readonly BackendDefinition[]): void {
    const before = this.#members;
    const isKept = (definition: BackendDefinition): boolean => {
      const known = before.get(definition.id);
      return known !== undefined && isSameEngine(known.definition, definition);
    };
    const keptIds = new Set(backends.filter(isKept).map(({ id }) => id));
    // Old ones end before new ones begin: an id is one backend at a time.
    for (const [id, member] of before) if (!keptIds.has(id)) this.#remove(member);
    this.#members = new Map(
      backends.map((definition) => {
        const { id } = definition;
        if (!keptIds.has(id)) return [id, this.#open(definition)];
        const member = before.get(id)!;
        member.definition = definition;
        return [id, member];
      }),
    );
  }

  #open(definition: BackendDefinition): Member {
    const { id, url } = definition;
    const backend = Object.freeze({ id, clusterId: this.definition.clusterId, url });
    const member = new Member(backend, definition, this.dependencies);
    member.open(this.#events.onReport);
    return member;
  }

  #remove(member: Member): void {
    member.close();
    this.#events.onRemoved(member);
  }
}
