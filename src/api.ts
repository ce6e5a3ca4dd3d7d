/** What every platform exports, beside its own `createView` and `ready`. */
export { compilePolicy, type Policy, type PolicySettings } from './core/config/policy.js';
export {
  ALGORITHMS,
  COMPARATORS,
  FIELDS,
  RENDEZVOUS_WEIGHTS,
  type AlgorithmConfig,
  type AlgorithmName,
  type ComparatorName,
  type FieldKey,
  type FieldSpec,
  type FieldValues,
  type RendezvousWeight,
} from './core/config/fields.js';
export { DEFAULT_LB_CONFIG, resolveAlgorithm, type LbConfig } from './core/config/config.js';
export { parseAlgorithmConfig } from './core/config/algorithm-codec.js';
export { parseLbConfig } from './core/config/config-codec.js';
export {
  type AlgorithmJson,
  type AlgorithmSettingsJson,
  type LbConfigJson,
} from './core/config/config-input.js';
export { resolveAlgorithmName, resolveMethodName } from './core/config/algorithm-name.js';
export { type Fault, type FaultCode } from './core/codec/fault.js';
export { encodeSnapshot, parseSnapshot } from './core/snapshot/snapshot-codec.js';
export {
  type Cluster,
  type ClusterStats,
  type Snapshot,
  type Target,
} from './core/snapshot/snapshot.js';
export {
  type ClusterJson,
  type ClusterStatsJson,
  type SnapshotJson,
} from './core/snapshot/snapshot-input.js';
export { type View } from './core/view/view.js';
export { reserve, type Reservation } from './core/view/reserve.js';
export { type RoutingRequest, type SessionState } from './core/request.js';
export {
  type Decision,
  type Phase,
  type Rejected,
  type RejectionCode,
  type Selected,
  type SessionOutcome,
  type Unavailable,
  type UnavailableReason,
  type Wait,
} from './core/decision.js';
export { type ExplainedPick, type Explanation, type ExplanationRow } from './core/explain.js';
export { type Verdict } from './core/selection/trace.js';
export { type TimelineEntry } from './core/timeline.js';
export { type Hasher } from './core/orders/hash.js';
export { affinityOrder, decide, explain, timeline } from './decide.js';
export { labelSelection, type SelectionLabel } from './session/label.js';
