/** What every platform exports, beside its own `createEngine`. */
export type {
  RoutingRuntime,
  RouteDecision,
  RuntimeOptions,
  RouteRejection,
  RouteRequest,
} from './routing-runtime.js';
export type { Room } from '../../core/wake.js';
export type { RecordDecision, RecordedDecision, Route } from './route.js';
export type { DefinitionLimits } from './definition-cache.js';
export { noOpTelemetry } from '../telemetry/no-op.js';
export { combineTelemetry } from '../telemetry/combine-telemetry.js';
export { METRICS, type MetricSpec } from '../telemetry/metrics.js';
export type {
  Log,
  LogEvent,
  LogFields,
  Metrics,
  Span,
  Spans,
  Telemetry,
} from '../telemetry/port.js';
