import { isLeft, right, type Either } from 'fp-ts/lib/Either.js';
import { LRUCache } from 'lru-cache';
import { requireInRange, type Given, wholeFrom } from '../../core/codec/option-ranges.js';
import { resolveAlgorithm, type LbConfig } from '../../core/config/config.js';
import type { Target } from '../../core/snapshot/snapshot.js';
import { targetKey } from '../../core/snapshot/target-key.js';
import {
  MAX_EXPRESSION_BYTES,
  resolveExpression,
  type ExpressionRejection,
  type ExpressionWarning,
} from '../../expression/index.js';
import { defineConfig, definePolicy, staticDefinitions, type Definition } from './definition.js';
import { auditEntry, type AuditEntry } from './audit-entry.js';
import type { FoundInstance, Instance, ServedTarget } from './served-target.js';

/** Bounds of what routing expressions may make a process hold. */
export type DefinitionLimits = Readonly<{
  /** (definition, target) instances, definitions, remembered texts. 1 to 1,000,000; default 1,024. */
  maxInstances: number;
  /** ms, whole, after its last use at which an instance is dropped. Default 15 minutes. */
  idleMs: number;
}>;

/** The limits with what was not given at its default; throws a RangeError on a bad one. */
export const limitsOf = ({
  maxInstances = 1024,
  idleMs = 15 * 60 * 1000,
}: Given<DefinitionLimits> = {}): DefinitionLimits => {
  requireInRange('createEngine', RANGES, { maxInstances, idleMs }, 'limits.');
  return { maxInstances, idleMs };
};

const RANGES = { maxInstances: wholeFrom(1, 1_000_000), idleMs: wholeFrom(1) };

/** An accepted expression: its definition, and what its author should know. */
export type Understood = Readonly<{
  definition: Definition;
  warnings: readonly ExpressionWarning[];
  /** Keys of the target it was understood for, and of the instance for that target. */
  targetKey: string;
  instanceKey: string;
  /** What the audit says of a hit, prepared once: it is the everyday case. */
  hit: AuditEntry;
}>;

/**
 * The routing state that expressions bring about, bounded.
 *
 * What the configuration names is kept for good. Dynamic definitions live, per target, in one
 * LRU with idle expiry, so that neither many expressions nor many targets can pass the limit.
 */
export class DefinitionCache {
  readonly #statics: ReadonlyMap<string, Definition>;
  readonly #instances: LRUCache<string, Instance>;
  readonly #definitions: LRUCache<string, Definition>;
  readonly #texts: LRUCache<string, Understood>;

  constructor(
    readonly config: LbConfig,
    limits: DefinitionLimits,
    nowMs: () => number,
  ) {
    this.#statics = staticDefinitions(config);
    const options = {
      max: limits.maxInstances,
      ttl: limits.idleMs,
      // Read the injected clock every time; by default readings are kept for a timer's tick.
      ttlResolution: 0,
      updateAgeOnGet: true,
      // The cache takes a start at 0 for "no lifetime", so its clock must never show 0.
      perf: { now: () => nowMs() + 1 },
    };
    this.#instances = new LRUCache(options);
    this.#definitions = new LRUCache(options);
    this.#texts = new LRUCache(options);
  }

  /** Dynamic instances held now. */
  get size(): number {
    return this.#instances.size;
  }

  /** Drops what has been idle too long. */
  purgeIdle(): void {
    for (const cache of [this.#instances, this.#definitions, this.#texts]) cache.purgeStale();
  }

  /** What serves a model whose requests name no method. */
  configured(modelId: string): Definition {
    const definition = defineConfig(resolveAlgorithm(this.config, modelId)!);
    return this.#statics.get(definition.identity) ?? definition;
  }

  /** What an expression means for a target. A text that is known is not parsed again. */
  understand(target: Target, text: string): Either<ExpressionRejection, Understood> {
    const textKey = keyFor(target, text);
    const known = this.#texts.get(textKey);
    if (known !== undefined) {
      // Stays young, so that other texts of the same meaning go on sharing it.
      this.#definitions.get(known.definition.identity);
      return right(known);
    }
    const resolved = resolveExpression(this.config, target.modelId, text);
    if (isLeft(resolved)) return resolved;
    const { policy, identity, warnings } = resolved.right;
    const definition = this.#statics.get(identity) ?? this.#shared(identity, policy);
    const understood: Understood = {
      definition,
      warnings,
      targetKey: targetKey(target),
      instanceKey: keyFor(target, identity),
      hit: auditEntry(target, definition, warnings, 'hit'),
    };
    // Padded with spaces a text may be of any length; such a one is not worth its memory.
    if (text.length <= MAX_EXPRESSION_BYTES) this.#texts.set(textKey, understood);
    return right(understood);
  }

  /** The instance of a definition for a target. */
  instanceOf(served: ServedTarget, { definition, instanceKey }: Understood): FoundInstance {
    if (this.#statics.has(definition.identity)) return served.staticInstance(definition);
    const known = this.#instances.get(instanceKey);
    if (known !== undefined) return { instance: known, cache: 'hit' };
    const instance = { definition, cursor: 0 };
    this.#instances.set(instanceKey, instance);
    return { instance, cache: 'build' };
  }

  /** The instance as it stands, for looking at only; makes and touches nothing. */
  peek(served: ServedTarget, { definition, instanceKey }: Understood): Instance {
    const known = served.findStatic(definition) ?? this.#instances.peek(instanceKey);
    return known ?? { definition, cursor: 0 };
  }

  #shared(identity: string, policy: Definition['policy']): Definition {
    const shared = this.#definitions.get(identity);
    if (shared !== undefined) return shared;
    const definition = definePolicy(policy);
    this.#definitions.set(identity, definition);
    return definition;
  }
}

/** Length-prefixed, so that no text of one target can pose as one of another. */
const keyFor = (target: Target, text: string): string =>
  `${String(text.length)}:${text}${targetKey(target)}`;
