import { LRUCache } from 'lru-cache';
import { resolveMethodName } from '../../core/algorithm-name.js';
import type { Target } from '../../core/snapshot.js';
import type { ExpressionRejection, RejectionClass } from '../../expression/index.js';
import { escapeForLog } from '../telemetry/escape-for-log.js';
import type { Span, Telemetry } from '../telemetry/port.js';
import type { Understood } from './definition-cache.js';

/** What a request's expression came to; `none` when its target is not served. */
export type CacheResult = 'hit' | 'build' | 'none';

/**
 * Reports what became of routing expressions: the full canonical form to log and span, and to
 * metrics no more than method, outcome and cache result.
 */
export class ExpressionAudit {
  readonly #lastCanonical: LRUCache<string, string>;

  constructor(
    readonly telemetry: Telemetry,
    maxTargets: number,
  ) {
    this.#lastCanonical = new LRUCache({ max: maxTargets });
  }

  accepted(target: Target, understood: Understood, cache: CacheResult, span?: Span): void {
    const { metrics, log } = this.telemetry;
    const { policy, canonical } = understood.definition;
    metrics.count('routingExpressions', { method: policy.algorithm, outcome: 'accepted', cache });
    const warnings = understood.warnings.map((warning) => warning.message);
    span?.set('routing.model', target.modelId);
    if (target.routingKey !== undefined) span?.set('routing.routing_key', target.routingKey);
    span?.set('routing.expression', canonical);
    span?.set('routing.expression_cache', cache);
    if (warnings.length > 0) span?.set('routing.expression_warnings', warnings.join('; '));
    const level = cache === 'build' ? 'info' : 'debug';
    log[level]('routing_expression_accepted', {
      ...nameOf(target),
      expression: canonical,
      cache,
      warnings,
    });
    this.#noteChange(target, canonical);
  }

  rejected(target: Target, text: string, rejection: ExpressionRejection): void {
    const { metrics, log } = this.telemetry;
    const method = methodLabel(text, rejection.class);
    metrics.count('routingExpressions', { method, outcome: rejection.class, cache: 'none' });
    log.warn('routing_expression_rejected', {
      ...nameOf(target),
      class: rejection.class,
      message: rejection.message,
      requested: escapeForLog(text),
    });
  }

  #noteChange(target: Target, canonical: string): void {
    const key = JSON.stringify([target.routingKey ?? '', target.modelId]);
    const before = this.#lastCanonical.get(key);
    if (before === canonical) return;
    this.#lastCanonical.set(key, canonical);
    if (before === undefined) return;
    this.telemetry.log.info('routing_expression_changed', {
      ...nameOf(target),
      from: before,
      to: canonical,
    });
  }
}

const nameOf = ({ routingKey, modelId }: Target) => ({
  routing_key: routingKey ?? null,
  model: modelId,
});

/** Canonical name of the method, or `unknown` where the text does not get that far. */
const methodLabel = (text: string, reason: RejectionClass): string => {
  if (reason === 'malformed_expression' || reason === 'unknown_method') return 'unknown';
  return resolveMethodName(text.split(';', 1)[0]!.trim()) ?? 'unknown';
};
