import { LRUCache } from 'lru-cache';
import { resolveMethodName } from '../../core/config/algorithm-name.js';
import type { Target } from '../../core/snapshot.js';
import type { ExpressionRejection, ExpressionRejectionCode } from '../../expression/index.js';
import { escapeForLog } from '../telemetry/escape-for-log.js';
import type { Span, Telemetry } from '../telemetry/port.js';
import { auditEntry, type AuditEntry, type CacheResult } from './audit-entry.js';
import type { Understood } from './definition-cache.js';

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
    const { definition, warnings, hit } = understood;
    const entry = cache === 'hit' ? hit : auditEntry(target, definition, warnings, cache);
    metrics.count('routingExpressions', entry.labels);
    if (span !== undefined) describeOn(span, entry);
    log[cache === 'build' ? 'info' : 'debug']('routing_expression_accepted', entry.fields);
    this.#noteChange(target, understood);
  }

  rejected(target: Target, text: string, rejection: ExpressionRejection): void {
    const { metrics, log } = this.telemetry;
    const method = methodLabel(text, rejection.code);
    metrics.count('routingExpressions', { method, outcome: rejection.code, cache: 'none' });
    log.warn('routing_expression_rejected', {
      ...nameOf(target),
      class: rejection.code,
      message: rejection.message,
      requested: escapeForLog(text),
    });
  }

  #noteChange(target: Target, { targetKey, definition }: Understood): void {
    const { canonical } = definition;
    const before = this.#lastCanonical.get(targetKey);
    if (before === canonical) return;
    this.#lastCanonical.set(targetKey, canonical);
    if (before === undefined) return;
    this.telemetry.log.info('routing_expression_changed', {
      ...nameOf(target),
      from: before,
      to: canonical,
    });
  }
}

const describeOn = (span: Span, { fields }: AuditEntry): void => {
  span.set('routing.model', fields.model);
  if (fields.routing_key !== null) span.set('routing.routing_key', fields.routing_key);
  span.set('routing.expression', fields.expression);
  span.set('routing.expression_cache', fields.cache);
  if (fields.warnings.length > 0) {
    span.set('routing.expression_warnings', fields.warnings.join('; '));
  }
};

const nameOf = ({ routingKey, modelId }: Target) => ({
  routing_key: routingKey ?? null,
  model: modelId,
});

/** Canonical name of the method, or `unknown` where the text does not get that far. */
const methodLabel = (text: string, reason: ExpressionRejectionCode): string => {
  if (reason === 'malformed_expression' || reason === 'unknown_method') return 'unknown';
  return resolveMethodName(text.split(';', 1)[0]!.trim()) ?? 'unknown';
};
