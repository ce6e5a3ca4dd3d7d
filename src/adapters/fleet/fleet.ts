import { systemClock, type Clock } from '../last-cluster/clock.js';
import type { ResolveHost } from '../sources/dns-source.js';
import type { DocumentSource } from '../sources/port.js';
import { noOpTelemetry } from '../telemetry/no-op.js';
import type { Telemetry } from '../telemetry/port.js';
import type { FleetDocument } from './document.js';
import { FleetTarget } from './fleet-target.js';
import { createFleetGauges } from './gauges.js';
import type { Member } from './member.js';
import { mergeDocuments, type Delivery, type MergedTarget } from './merge-documents.js';
import { openPorts, type OpenSources } from './open-ports.js';
import type { BackendState, BackendStatus, Fleet, FleetListener } from './port.js';
import { createPublisher, type Defer } from './publisher.js';
import { DEFAULT_FLEET_SETTINGS, type FleetSettings } from './settings.js';
import { targetKey } from './target-key.js';

/** What a fleet is made of. */
export type FleetOptions = Readonly<{
  /** Where documents come from. Of two that list one target, the later in the list has it. */
  sources: readonly DocumentSource[];
  /** Default: nothing is reported. */
  telemetry?: Telemetry;
  settings?: Partial<FleetSettings>;
  clock?: Clock;
  /** Looks up host names. Default: the resolver of the system. */
  resolve?: ResolveHost;
  /** Place of a poll in its interval, [0, 1), by URL. Default: a hash of it. */
  phaseOf?: (name: string) => number;
  /** When publishing happens. Default: `setImmediate`. */
  defer?: Defer;
  /** Opens other sources than the usual ones, for tests. */
  open?: Partial<OpenSources>;
}>;

/** How often staleness is looked for, at most. */
const SWEEP_INTERVAL_MS = 500;

/**
 * Creates a fleet: its documents say which engines exist, sources of their own say how these do.
 *
 * @example
 * const fleet = createFleet({ sources: [createFileSource({ path: 'fleet.json' })] });
 * await fleet.start({ onSnapshot: engine.publish, onTargetGone: engine.withdraw, ... });
 */
export const createFleet = (options: FleetOptions): Fleet => new LiveFleet(options);

type Entry = { readonly target: FleetTarget; delivery: Delivery };

class LiveFleet implements Fleet {
  readonly #options: FleetOptions;
  readonly #settings: FleetSettings;
  readonly #telemetry: Telemetry;
  readonly #clock: Clock;
  readonly #ports: ReturnType<typeof openPorts>;
  readonly #gauges: ReturnType<typeof createFleetGauges>;
  readonly #publisher;
  readonly #entries = new Map<string, Entry>();
  readonly #deliveries: (Delivery | undefined)[];
  #listener: FleetListener | undefined;
  #cancelSweep = (): void => undefined;

  constructor(options: FleetOptions) {
    this.#options = options;
    this.#settings = { ...DEFAULT_FLEET_SETTINGS, ...options.settings };
    this.#telemetry = options.telemetry ?? noOpTelemetry;
    this.#clock = options.clock ?? systemClock;
    this.#ports = openPorts(options, this.#settings, this.#clock, this.#telemetry.log);
    this.#gauges = createFleetGauges(this.#telemetry.metrics);
    this.#publisher = createPublisher<FleetTarget>((target) => {
      this.#publish(target);
    }, options.defer);
    this.#deliveries = options.sources.map(() => undefined);
  }

  readonly start = async (listener: FleetListener): Promise<void> => {
    this.#listener = listener;
    this.#scheduleSweep();
    await Promise.all(
      this.#options.sources.map((source, index) =>
        source.start({
          onValue: (document) => {
            this.#take(index, source.kind, document);
          },
          onRefused: (faults) => {
            this.#ports.logRefusal(source.name, faults);
          },
        }),
      ),
    );
    this.#publisher.flush();
    this.#writeGauges();
  };

  readonly close = async (): Promise<void> => {
    this.#listener = undefined;
    this.#cancelSweep();
    this.#publisher.close();
    for (const { target } of this.#entries.values()) target.close();
    this.#entries.clear();
    await Promise.all(this.#options.sources.map((source) => source.close()));
    await this.#ports.closed();
  };

  readonly chooseBackend: Fleet['chooseBackend'] = (target, clusterId, tried) =>
    this.#find(target)?.cluster(clusterId)?.choose(tried, this.#clock.nowMs());

  readonly noteConnect: Fleet['noteConnect'] = (target, backend, outcome) => {
    this.#find(target)?.memberOf(backend)?.health.note(outcome, this.#clock.nowMs());
  };

  readonly isReporting: Fleet['isReporting'] = (target, clusterId) => {
    const nowMs = this.#clock.nowMs();
    const present = this.#find(target)?.cluster(clusterId)?.present ?? [];
    return present.some((member) => member.isReporting(nowMs));
  };

  readonly status = (): readonly BackendStatus[] => {
    const nowMs = this.#clock.nowMs();
    return [...this.#entries.values()].flatMap(({ target, delivery }) =>
      target.present.map((member) => ({
        target: target.target,
        backend: member.backend,
        state: stateOf(member, nowMs),
        ageMs: member.hasSource ? member.ageMs(nowMs) : ageOf(delivery, nowMs),
        ...(member.isLastResort && { isLastResort: true as const }),
      })),
    );
  };

  #find(target: FleetTarget['target']): FleetTarget | undefined {
    return this.#entries.get(targetKey(target))?.target;
  }

  #take(index: number, kind: Delivery['kind'], document: FleetDocument): void {
    const before = this.#deliveries[index];
    const delivery = { kind, document, atMs: this.#clock.nowMs() };
    this.#deliveries[index] = delivery;
    const merged = mergeDocuments(this.#deliveries);
    if (before?.document !== document) this.#withdrawOthers(merged);
    for (const [key, one] of merged) this.#serve(key, one);
  }

  #serve(key: string, { definition, delivery }: MergedTarget): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) {
      const onChange = this.#publisher.mark;
      const target = new FleetTarget(definition, this.#ports, onChange);
      this.#entries.set(key, { target, delivery });
      return;
    }
    entry.delivery = delivery;
    if (entry.target.definition !== definition) {
      entry.target.redefine(definition, delivery.kind === 'push');
    }
  }

  #withdrawOthers(merged: ReadonlyMap<string, MergedTarget>): void {
    for (const [key, { target }] of this.#entries) {
      if (merged.has(key)) continue;
      target.close();
      this.#entries.delete(key);
      this.#publisher.forget(target);
      this.#tellNews(target);
      this.#listener?.onTargetGone(target.target);
    }
  }

  #publish(target: FleetTarget): void {
    const snapshot = target.snapshot();
    this.#tellNews(target);
    this.#listener?.onSnapshot(snapshot);
  }

  #tellNews(target: FleetTarget): void {
    for (const backendId of target.takeNews()) {
      this.#listener?.onBackendReported(target.target, backendId);
    }
  }

  #scheduleSweep(): void {
    const intervalMs = Math.min(SWEEP_INTERVAL_MS, this.#settings.staleAfterMs / 10);
    this.#cancelSweep = this.#clock.after(intervalMs, () => {
      this.#scheduleSweep();
      for (const { target } of this.#entries.values()) {
        this.#logStale(target);
        target.refresh();
      }
      this.#writeGauges();
    });
  }

  #logStale(target: FleetTarget): void {
    const nowMs = this.#clock.nowMs();
    for (const member of target.members) {
      if (member.isStaleLogged || !member.isStale(nowMs)) continue;
      member.isStaleLogged = true;
      const { routingKey, modelId } = target.target;
      this.#telemetry.log.warn('backend_stale', {
        routing_key: routingKey ?? null,
        model: modelId,
        cluster: member.backend.clusterId,
        backend: member.backend.id,
        age_ms: Number.isFinite(member.ageMs(nowMs)) ? Math.round(member.ageMs(nowMs)) : null,
        reason: member.refusal,
      });
    }
  }

  #writeGauges(): void {
    this.#gauges.write(this.status());
  }
}

const stateOf = (member: Member, nowMs: number): BackendState => {
  if (member.health.isPaused) return 'paused';
  return member.isStale(nowMs) ? 'stale' : 'live';
};

/** A file that is not changed is not old; an endpoint that is silent is. */
const ageOf = ({ kind, atMs }: Delivery, nowMs: number): number =>
  kind === 'file' ? Infinity : nowMs - atMs;
