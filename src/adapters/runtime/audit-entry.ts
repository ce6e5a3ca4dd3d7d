import type { Target } from '../../core/snapshot/snapshot.js';
import type { ExpressionWarning } from '../../expression/index.js';
import type { Labels } from '../telemetry/port.js';
import type { Definition } from './definition.js';

/** What a request's expression came to; `none` when its target is not served. */
export type CacheResult = 'hit' | 'build' | 'none';

/** What is reported of an accepted expression: bounded labels, and fields for log and span. */
export type AuditEntry = Readonly<{
  labels: Labels;
  fields: Readonly<{
    routing_key: string | null;
    model: string;
    expression: string;
    cache: CacheResult;
    warnings: readonly string[];
  }>;
}>;

export const auditEntry = (
  { routingKey, modelId }: Target,
  { policy, canonical }: Definition,
  warnings: readonly ExpressionWarning[],
  cache: CacheResult,
): AuditEntry => ({
  labels: { method: policy.algorithm, outcome: 'accepted', cache },
  fields: {
    routing_key: routingKey ?? null,
    model: modelId,
    expression: canonical,
    cache,
    warnings: warnings.map(({ message }) => message),
  },
});
