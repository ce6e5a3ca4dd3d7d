import type { Cluster, Snapshot, Target } from '../../core/snapshot/snapshot.js';
import { statedMaxTps, type ThroughputDefaults } from './assumed-throughput.js';
import { hasHostNames, ResolvedCluster } from './resolved-cluster.js';
import type { ClusterDefinition } from './document/cluster-definition.js';
import type { TargetDefinition } from './document/fleet-document.js';
import { FleetCluster } from './fleet-cluster.js';
import type { Member } from './member.js';
import type { Backend, RunningByBackend } from './port.js';
import type { FleetDependencies } from './dependencies.js';
import { judgePresence, pausedClusters } from './presence.js';
import { logAlternatingCaches, logAssumed, logLostReports } from './target-log.js';

/** One target of a fleet: its clusters, what of them is there, and what is to be told. */
export class FleetTarget {
  readonly target: Target;
  definition: TargetDefinition;
  #clusters = new Map<string, FleetCluster>();
  #hasLostReports = false;
  /** Clusters that are there and not published, as they cannot be connected to. */
  #paused: ReadonlySet<FleetCluster> = new Set();
  /** Backends that reported or left since it was told last, and as of when that is. */
  #news = new Map<string, number>();
  #isClosed = false;
  #statedMaxTps: number | undefined;
  /** Clusters of the document that have host names, by id. */
  #resolved = new Map<string, ResolvedCluster>();

  constructor(
    definition: TargetDefinition,
    readonly dependencies: FleetDependencies,
    /** Something is to be published. */
    readonly onChange: (target: FleetTarget) => void,
  ) {
    this.target = definition.target;
    this.definition = { target: definition.target, clusters: [] };
    this.redefine(definition, false);
  }

  /** Takes in a new definition; what stays in it keeps its reports, pauses and turns. */
  redefine(definition: TargetDefinition, isPushed: boolean, askedAtMs = this.#nowMs): void {
    logAlternatingCaches(definition, this.definition, this.dependencies.log);
    this.definition = definition;
    this.#statedMaxTps = statedMaxTps(definition);
    this.#resolve(definition.clusters.filter(hasHostNames));
    this.#define(isPushed, askedAtMs);
  }

  /** Opens what resolves host names, of those clusters alone. */
  #resolve(clusters: readonly ClusterDefinition[]): void {
    const before = this.#resolved;
    this.#resolved = new Map();
    for (const one of clusters) {
      const known = before.get(one.clusterId);
      before.delete(one.clusterId);
      known?.redefine(one);
      const onChange = (): void => {
        if (!this.#isClosed) this.#define(false, this.#nowMs);
      };
      const resolved = known ?? new ResolvedCluster(one, this.dependencies, onChange);
      this.#resolved.set(one.clusterId, resolved);
    }
    for (const resolved of before.values()) resolved.close();
  }

  /** The clusters of the document, with one per address where host names stand for several. */
  #definitions(): readonly ClusterDefinition[] {
    const nowMs = this.#nowMs;
    return this.definition.clusters.flatMap(
      (one) => this.#resolved.get(one.clusterId)?.clusters(nowMs) ?? [one],
    );
  }

  #define(isPushed: boolean, askedAtMs: number): void {
    const definitions = this.#definitions();
    const before = this.#clusters;
    this.#clusters = new Map();
    for (const one of definitions) {
      const known = before.get(one.clusterId);
      const told = known?.redefine(one, isPushed) ?? [];
      for (const member of told) this.#news.set(member.backend.id, askedAtMs);
      this.#clusters.set(one.clusterId, known ?? this.#open(one));
      before.delete(one.clusterId);
    }
    for (const cluster of before.values()) cluster.close();
    this.refresh();
    this.onChange(this);
  }

  /** Judges anew what is there; publishes when that is not what it was. */
  refresh(): void {
    const nowMs = this.#nowMs;
    if (this.#haveAddressesGone()) {
      this.#define(false, nowMs);
      return;
    }
    const { members, hasLostReports } = judgePresence([...this.#clusters.values()], nowMs);
    const isOther = hasLostReports !== this.#hasLostReports;
    let hasChanged = isOther;
    for (const cluster of this.#clusters.values()) {
      const present = members.get(cluster);
      if (!isOther && isSameList(present, cluster.present)) continue;
      hasChanged = true;
      this.#noteDropped(cluster.present ?? [], present ?? []);
      cluster.setPresent(present);
    }
    this.#hasLostReports = hasLostReports;
    if (isOther) logLostReports(this.target, hasLostReports, this.dependencies.log);
    if (this.#judgePauses() || hasChanged) this.onChange(this);
  }

  /** Addresses are dropped that have been gone for long, unless no cluster would be left. */
  #haveAddressesGone(): boolean {
    if (this.#resolved.size === 0) return false;
    const definitions = this.#definitions();
    const count = definitions.reduce((sum, { backends }) => sum + backends.length, 0);
    return definitions.length > 0 && count < this.members.length;
  }

  /** No backend reports any more, and all are kept with their last figures. */
  get hasLostReports(): boolean {
    return this.#hasLostReports;
  }

  /** The next backend of a cluster; takes its turn. */
  choose(clusterId: string, tried: ReadonlySet<string>): Backend | undefined {
    const chosen = this.peek(clusterId, tried);
    if (chosen === undefined) return undefined;
    this.cluster(clusterId)!.noteTurn(chosen);
    chosen.breaker.noteTry(this.#nowMs);
    if (chosen.breaker.isPaused) this.#publishPauses();
    return chosen.backend;
  }

  /** The member whose turn it is. */
  peek(clusterId: string, tried: ReadonlySet<string>): Member | undefined {
    const nowMs = this.#nowMs;
    const isAnyReachable = () =>
      [...this.#clusters.values()].some((cluster) => cluster.isReachable(nowMs));
    return this.cluster(clusterId)?.next(tried, nowMs, () => !isAnyReachable());
  }

  /** How connecting to a backend went. */
  noteConnect(backend: Backend, outcome: 'connected' | 'failed'): void {
    const breaker = this.memberOf(backend)?.breaker;
    if (breaker === undefined) return;
    const wasPaused = breaker.isPaused;
    breaker.note(outcome, this.#nowMs);
    if (wasPaused || breaker.isPaused) this.#publishPauses();
  }

  /**
   * The ids of the backends that reported or left since this was called last, and when the report
   * was asked for; Infinity for those that left.
   */
  takeNews(): ReadonlyMap<string, number> {
    const news = this.#news;
    this.#news = new Map();
    return news;
  }

  /** Its clusters with their statistics, and what their backends run. */
  publication(): Readonly<{ snapshot: Snapshot; running: RunningByBackend }> {
    const nowMs = this.#nowMs;
    const clusters: Cluster[] = [];
    const running = new Map<string, ReadonlyMap<string, number>>();
    const defaults = this.#throughputDefaults();
    for (const cluster of this.#clusters.values()) {
      if (cluster.present === undefined || this.#paused.has(cluster)) continue;
      const aggregated = cluster.aggregated(nowMs, defaults);
      clusters.push(aggregated.cluster);
      if (aggregated.running) running.set(aggregated.cluster.clusterId, aggregated.running);
    }
    const snapshot = { target: this.target, clusters: Object.freeze(clusters) };
    return { snapshot: Object.freeze(snapshot), running };
  }

  cluster(clusterId: string): FleetCluster | undefined {
    return this.#clusters.get(clusterId);
  }

  /** The member a backend stands for, unless another engine has taken its id. */
  memberOf({ clusterId, id, url }: Backend): Member | undefined {
    return this.cluster(clusterId)?.members.find(
      ({ backend }) => backend.id === id && backend.url === url,
    );
  }

  /** All that are known of, dropped ones included. */
  get members(): readonly Member[] {
    return [...this.#clusters.values()].flatMap((cluster) => cluster.members);
  }

  /** Members that are used. */
  get present(): readonly Member[] {
    return [...this.#clusters.values()].flatMap((cluster) => cluster.present ?? []);
  }

  close(): void {
    for (const cluster of this.#clusters.values()) cluster.close();
    for (const resolved of this.#resolved.values()) resolved.close();
    this.#isClosed = true;
  }

  #open(definition: TargetDefinition['clusters'][number]): FleetCluster {
    return new FleetCluster(definition, this.dependencies, {
      onReport: (member, askedAtMs) => {
        this.#news.set(member.backend.id, askedAtMs);
        if (member.noteAnswer(askedAtMs)) this.#judgePauses();
        if (this.#hasLostReports) this.#keepAllForNow();
        // Or a member that was given up is back.
        if (this.#hasLostReports || !this.#isPresent(member)) this.refresh();
        this.onChange(this);
      },
      onRemoved: (member) => {
        this.#news.set(member.backend.id, Infinity);
      },
      onAssumed: (member) => {
        logAssumed(this.target, member, this.dependencies.log);
      },
    });
  }

  #throughputDefaults(): ThroughputDefaults {
    let sum = 0;
    let count = 0;
    for (const cluster of this.#clusters.values()) {
      for (const { measuredTps } of cluster.present ?? []) {
        if (measuredTps === undefined) continue;
        sum += measuredTps;
        count += 1;
      }
    }
    return {
      measuredTps: count === 0 ? undefined : sum / count,
      statedMaxTps: this.#statedMaxTps,
      settingTps: this.dependencies.settings.assumedInputTps,
    };
  }

  /** True when other clusters than before are paused. */
  #judgePauses(): boolean {
    const paused = pausedClusters(this.#clusters.values(), this.#nowMs);
    const before = this.#paused;
    this.#paused = paused;
    return paused.size !== before.size || [...paused].some((cluster) => !before.has(cluster));
  }

  #publishPauses(): void {
    if (this.#judgePauses()) this.onChange(this);
  }

  #keepAllForNow(): void {
    for (const member of this.members) member.keepForNow(this.#nowMs);
  }

  #isPresent(member: Member): boolean {
    return this.cluster(member.backend.clusterId)?.present?.includes(member) ?? false;
  }

  #noteDropped(before: readonly Member[], now: readonly Member[]): void {
    const kept = new Set(now);
    for (const member of before) {
      if (!kept.has(member)) this.#news.set(member.backend.id, Infinity);
    }
  }

  get #nowMs(): number {
    return this.dependencies.clock.nowMs();
  }
}

const isSameList = <A>(a: readonly A[] | undefined, b: readonly A[] | undefined): boolean =>
  a === b ||
  (a !== undefined &&
    b !== undefined &&
    a.length === b.length &&
    a.every((item, index) => item === b[index]));
