import { LRUCache } from 'lru-cache';
import { resolveMethodName } from '../../core/config/algorithm-name.js';
import type { Target } from '../../core/snapshot/snapshot.js';
import type { ExpressionRejection, ExpressionRejectionCode } from '../../expression/index.js';
import { shortened } from '../../core/codec/fault.js';
import { LOG_TEXT_MAX_LENGTH } from '../telemetry/log-fields.js';
import { createLogSampler, type LogSampler } from '../telemetry/log-sampler.js';
import type { Span, Telemetry } from '../telemetry/port.js';
import { auditEntry, type AuditEntry, type CacheResult } from './audit-entry.js';
import type { Understood } from './definition-cache.js';

/**
 * Reports what became of routing expressions: the full canonical form to log and span, and to
 * metrics no more than method, outcome and cache result.
 *
 * Lines above debug are sampled, 20 of an event a second, with the number left out before: two
 * texts that alternate, or a caller that sends a bad one, would log every request.
 */
export class ExpressionAudit {
  readonly #lastCanonical: LRUCache<string, string>;
  readonly #samplers = {
    accepted: createLogSampler(LINES_PER_SECOND, 1_000),
    rejected: createLogSampler(LINES_PER_SECOND, 1_000),
    changed: createLogSampler(LINES_PER_SECOND, 1_000),
  };

  constructor(
    readonly telemetry: Telemetry,
    maxTargets: number,
    readonly nowMs: () => number,
  ) {
    this.#lastCanonical = new LRUCache({ max: maxTargets });
  }

  accepted(target: Target, understood: Understood, cache: CacheResult, span?: Span): void {
    const { metrics, log } = this.telemetry;
    const { definition, warnings, hit } = understood;
    const entry = cache === 'hit' ? hit : auditEntry(target, definition, warnings, cache);
    metrics.count('routingExpressions', entry.labels);
    if (span !== undefined) describeOn(span, entry);
    const suppressed = cache === 'build' ? this.#sample('accepted') : undefined;
    if (suppressed === undefined) log.debug('routing_expression_accepted', entry.fields);
    else log.info('routing_expression_accepted', { ...entry.fields, ...counted(suppressed) });
    this.#noteChange(target, understood);
  }

  rejected(target: Target, text: string, rejection: ExpressionRejection): void {
    const { metrics, log } = this.telemetry;
    const method = methodLabel(text, rejection.code);
    metrics.count('routingExpressions', { method, outcome: rejection.code, cache: 'none' });
    const suppressed = this.#sample('rejected');
    if (suppressed === undefined) return;
    log.warn('routing_expression_rejected', {
      ...nameOf(target),
      class: rejection.code,
      message: rejection.message,
      requested: shortened(text, LOG_TEXT_MAX_LENGTH),
      ...counted(suppressed),
    });
  }

  #noteChange(target: Target, { targetKey, definition }: Understood): void {
    const { canonical } = definition;
    const before = this.#lastCanonical.get(targetKey);
    if (before === canonical) return;
    this.#lastCanonical.set(targetKey, canonical);
    if (before === undefined) return;
    const suppressed = this.#sample('changed');
    if (suppressed === undefined) return;
    this.telemetry.log.info('routing_expression_changed', {
      ...nameOf(target),
      from: before,
      to: canonical,
      ...counted(suppressed),
    });
  }

  /** The number of lines left out before; undefined when this one is left out, too. */
  #sample(event: 'accepted' | 'rejected' | 'changed'): ReturnType<LogSampler> {
    return this.#samplers[event](this.nowMs());
  }
}

const LINES_PER_SECOND = 20;

const counted = (suppressed: number): { suppressed?: number } =>
  suppressed === 0 ? {} : { suppressed };

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
