import type { Target } from '../../core/snapshot/snapshot.js';
import type { View } from '../../core/view/view.js';
import type { AlgorithmName } from '../../core/config/fields.js';
import type { Metrics } from '../telemetry/port.js';
import { DecisionSeries } from './decision-series.js';
import type { Definition } from './definition.js';

/** A definition in use for one target. A request that holds it is not affected by eviction. */
export type Instance = {
  readonly definition: Definition;
  /** Turn of round-robin; heartbeats do not reset it. */
  cursor: number;
};

/** An instance; `build` when it was made for this call. */
export type FoundInstance = Readonly<{ instance: Instance; cache: 'hit' | 'build' }>;

/** One target that the process routes for: its latest view, and its configured definitions. */
export class ServedTarget {
  /** Whether it has been taken out of the registry, for good. */
  isWithdrawn = false;
  readonly #staticInstances = new Map<Definition, Instance>();
  readonly #series = new Map<AlgorithmName, DecisionSeries>();

  constructor(
    /** The latest view. */
    public view: View,
    /** What serves requests that name no method. */
    public configured: Instance,
  ) {
    this.#staticInstances.set(configured.definition, configured);
  }

  /** Serves later requests by another configuration; those under way keep their instance. */
  reconfigure(definition: Definition): void {
    const { definition: before, cursor } = this.configured;
    this.configured = { definition, cursor: before.identity === definition.identity ? cursor : 0 };
    this.#staticInstances.clear();
    this.#staticInstances.set(definition, this.configured);
  }

  get target(): Target {
    return this.view.target;
  }

  /** Where its decisions by an algorithm are counted. */
  series(metrics: Metrics, algorithm: AlgorithmName): DecisionSeries {
    let series = this.#series.get(algorithm);
    if (series === undefined) {
      series = new DecisionSeries(metrics, this.target, algorithm);
      this.#series.set(algorithm, series);
    }
    return series;
  }

  /** The instance of a configured definition, if it has been used. */
  findStatic(definition: Definition): Instance | undefined {
    return this.#staticInstances.get(definition);
  }

  /** The instance of a definition that the configuration names. */
  staticInstance(definition: Definition): FoundInstance {
    const known = this.findStatic(definition);
    if (known !== undefined) return { instance: known, cache: 'hit' };
    const instance = { definition, cursor: 0 };
    this.#staticInstances.set(definition, instance);
    return { instance, cache: 'build' };
  }
}

/** The targets of a process, by routing key and model id. */
export class TargetRegistry {
  readonly #byRoutingKey = new Map<string, Map<string, ServedTarget>>();

  get({ routingKey = '', modelId }: Target): ServedTarget | undefined {
    return this.#byRoutingKey.get(routingKey)?.get(modelId);
  }

  set(served: ServedTarget): void {
    const { routingKey = '', modelId } = served.target;
    let models = this.#byRoutingKey.get(routingKey);
    if (models === undefined) {
      models = new Map();
      this.#byRoutingKey.set(routingKey, models);
    }
    models.set(modelId, served);
  }

  delete({ routingKey = '', modelId }: Target): void {
    const models = this.#byRoutingKey.get(routingKey);
    const served = models?.get(modelId);
    if (served !== undefined) served.isWithdrawn = true;
    models?.delete(modelId);
    if (models?.size === 0) this.#byRoutingKey.delete(routingKey);
  }

  *values(): IterableIterator<ServedTarget> {
    for (const models of this.#byRoutingKey.values()) yield* models.values();
  }
}
