import { requireInRange, withDefaults } from '../../core/codec/option-ranges.js';
import { systemClock, type Clock } from '../time/clock.js';
import { noOpTelemetry } from '../telemetry/no-op.js';
import type { Telemetry } from '../telemetry/port.js';
import type { FleetDocument } from './document/fleet-document.js';
import { type FleetOptions, openDependencies, type OwnedDependencies } from './dependencies.js';
import { FleetTarget } from './fleet-target.js';
import { createFleetGauges, type FleetGauges } from './gauges.js';
import { mergeDocuments, type Delivery, type MergedTarget } from './document/merge-documents.js';
import type { BackendStatus, Fleet, FleetListener } from './port.js';
import { createPublisher, type Publisher } from './publisher.js';
import { DEFAULT_FLEET_SETTINGS, FLEET_SETTING_RANGES, type FleetSettings } from './settings.js';
import { logStale, statusOf } from './status.js';
import { targetKey } from '../../core/snapshot/target-key.js';

/** How often staleness is looked for, at most. */
const SWEEP_INTERVAL_MS = 500;

/**
 * Creates a fleet: its documents say which engines exist, sources of their own say how these do.
 * Throws a RangeError on settings out of range.
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
  readonly #dependencies: OwnedDependencies;
  readonly #gauges: FleetGauges;
  readonly #publisher: Publisher<FleetTarget>;
  readonly #entries = new Map<string, Entry>();
  readonly #deliveries: (Delivery | undefined)[];
  readonly #refused = new Set<Delivery['kind']>();
  #listener: FleetListener | undefined;
  #cancelSweep = (): void => undefined;

  constructor(options: FleetOptions) {
    requireInRange('createFleet', FLEET_SETTING_RANGES, options.settings, 'settings.');
    this.#options = options;
    this.#settings = withDefaults(DEFAULT_FLEET_SETTINGS, options.settings);
    this.#telemetry = options.telemetry ?? noOpTelemetry;
    this.#clock = options.clock ?? systemClock;
    this.#dependencies = openDependencies(
      options,
      this.#settings,
      this.#clock,
      this.#telemetry.log,
    );
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
          onValue: (document, askedAtMs) => {
            this.#noteDocument(source.kind, false);
            this.#take(index, source.kind, document, askedAtMs);
          },
          onRefused: (faults) => {
            this.#noteDocument(source.kind, true);
            this.#dependencies.logRefusal(source.name, faults);
          },
          onUnwatched: (message) => {
            this.#dependencies.log.info('file_unwatched', { source: source.name, message });
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
    await this.#dependencies.closed();
  };

  readonly chooseBackend: Fleet['chooseBackend'] = (target, clusterId, tried) =>
    this.#find(target)?.choose(clusterId, tried);

  readonly peekBackend: Fleet['peekBackend'] = (target, clusterId, tried) =>
    this.#find(target)?.peek(clusterId, tried)?.backend;

  readonly backends: Fleet['backends'] = (target) =>
    this.#find(target)?.present.map(({ backend }) => backend) ?? [];

  readonly noteConnect: Fleet['noteConnect'] = (target, backend, outcome) => {
    this.#find(target)?.noteConnect(backend, outcome);
  };

  readonly isReporting: Fleet['isReporting'] = (target, clusterId, backendId) => {
    const nowMs = this.#clock.nowMs();
    const present = this.#find(target)?.cluster(clusterId)?.present ?? [];
    return present.some(
      (member) =>
        (backendId === undefined || member.backend.id === backendId) && member.isReporting(nowMs),
    );
  };

  readonly status = (): readonly BackendStatus[] => {
    const nowMs = this.#clock.nowMs();
    return [...this.#entries.values()].flatMap(({ target, delivery }) =>
      statusOf(target, delivery, nowMs),
    );
  };

  readonly refusedSources = (): readonly string[] => [...this.#refused].sort();

  #find(target: FleetTarget['target']): FleetTarget | undefined {
    return this.#entries.get(targetKey(target))?.target;
  }

  #take(
    index: number,
    kind: Delivery['kind'],
    document: FleetDocument,
    askedAtMs = this.#clock.nowMs(),
  ): void {
    const before = this.#deliveries[index];
    const delivery = { kind, document, askedAtMs };
    this.#deliveries[index] = delivery;
    const merged = mergeDocuments(this.#deliveries);
    if (before?.document !== document) this.#withdrawOthers(merged);
    for (const [key, one] of merged) this.#serve(key, one);
  }

  #serve(key: string, { definition, delivery }: MergedTarget): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) {
      const onChange = this.#publisher.mark;
      const target = new FleetTarget(definition, this.#dependencies, onChange);
      this.#entries.set(key, { target, delivery });
      return;
    }
    entry.delivery = delivery;
    if (entry.target.definition !== definition) {
      entry.target.redefine(definition, delivery.kind === 'push', delivery.askedAtMs);
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
    const { snapshot, running } = target.publication();
    this.#tellNews(target);
    this.#listener?.onSnapshot(snapshot, running);
  }

  #tellNews(target: FleetTarget): void {
    for (const [backendId, askedAtMs] of target.takeNews()) {
      this.#listener?.onBackendReported(target.target, backendId, askedAtMs);
    }
  }

  #scheduleSweep(): void {
    const intervalMs = Math.min(SWEEP_INTERVAL_MS, this.#settings.staleAfterMs / 10);
    this.#cancelSweep = this.#clock.after(intervalMs, () => {
      this.#scheduleSweep();
      for (const { target } of this.#entries.values()) {
        logStale(target, this.#telemetry.log, this.#clock.nowMs());
        target.refresh();
      }
      this.#writeGauges();
    });
  }

  /** The faults of a push are returned to its sender. */
  #noteDocument(source: Delivery['kind'], isRefused: boolean): void {
    if (source === 'push') return;
    if (isRefused) this.#refused.add(source);
    else this.#refused.delete(source);
    this.#telemetry.metrics.gauge('documentRefused', { source }, isRefused ? 1 : 0);
  }

  #writeGauges(): void {
    this.#listener?.onSweep?.();
    this.#gauges.write(this.status());
  }
}
