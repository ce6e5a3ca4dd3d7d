import type { Log } from '../telemetry/port.js';
import type { Target } from '../../core/snapshot.js';
import type { AssumedRate } from './assumed-throughput.js';
import type { FleetTarget } from './fleet-target.js';
import { alternates, alternatingCaches } from './document/alternating-caches.js';
import type { TargetDefinition } from './document/fleet-document.js';
import { tellsLoad } from './document/load-fields.js';
import type { Member } from './member.js';
import type { Delivery } from './document/merge-documents.js';
import type { BackendState, BackendStatus } from './port.js';

/** How the backends of a target do that are used. */
export const statusOf = (
  target: FleetTarget,
  delivery: Delivery,
  nowMs: number,
): readonly BackendStatus[] =>
  target.present.map((member) => ({
    target: target.target,
    backend: member.backend,
    state: stateOf(member, nowMs),
    ageMs: member.hasSource ? member.ageMs(nowMs) : ageInDocument(target, member, delivery, nowMs),
    assumed: member.assumed,
    ...(target.hasLostReports && { hasLostReports: true as const }),
  }));

/** Logs the backends of a target that have become stale, each once until it reports again. */
export const logStale = ({ target, members }: FleetTarget, log: Log, nowMs: number): void => {
  for (const member of members) {
    if (member.isStaleLogged || !member.isStale(nowMs)) continue;
    member.isStaleLogged = true;
    const ageMs = member.ageMs(nowMs);
    log.warn('backend_stale', {
      routing_key: target.routingKey ?? null,
      model: target.modelId,
      cluster: member.backend.clusterId,
      backend: member.backend.id,
      age_ms: Number.isFinite(ageMs) ? Math.round(ageMs) : null,
      reason: member.refusal,
    });
  }
};

/** Logs what is assumed of the throughput of a backend, unless the document states it. */
export const logAssumed = (target: Target, { backend, assumed }: Member, log: Log): void => {
  const told = (rate: AssumedRate | undefined) =>
    rate === undefined || rate.from === 'document' ? undefined : rate;
  const mean = told(assumed.lastMeanInputTps);
  const max = told(assumed.maxInputTps);
  if (mean === undefined && max === undefined) return;
  log.info('throughput_assumed', {
    routing_key: target.routingKey ?? null,
    model: target.modelId,
    cluster: backend.clusterId,
    backend: backend.id,
    ...(mean && { last_mean_input_tps: mean.tokensPerSecond, last_mean_from: mean.from }),
    ...(max && { max_input_tps: max.tokensPerSecond, max_from: max.from }),
  });
};

/** Logs that all reports of a target have stopped, or that some have come back. */
export const logLostReports = (
  { routingKey, modelId }: Target,
  hasLostReports: boolean,
  log: Log,
): void => {
  const about = { routing_key: routingKey ?? null, model: modelId };
  if (hasLostReports) log.warn('reports_lost', { ...about, message: REPORTS_LOST });
  else log.info('reports_back', about);
};

/** Logs the clusters of a target whose sessions alternate between caches, when that is new. */
export const logAlternatingCaches = (
  definition: TargetDefinition,
  before: TargetDefinition,
  log: Log,
): void => {
  const known = new Set(before.clusters.filter(alternates).map(({ clusterId }) => clusterId));
  for (const { target, clusterId, message } of alternatingCaches({ targets: [definition] })) {
    if (known.has(clusterId)) continue;
    log.warn('caches_alternate', {
      routing_key: target.routingKey ?? null,
      model: target.modelId,
      cluster: clusterId,
      message,
    });
  }
};

const REPORTS_LOST =
  'no backend of the target reports any more; all its clusters stay, with their last figures';

const stateOf = (member: Member, nowMs: number): BackendState => {
  if (member.breaker.isPaused) return 'paused';
  return member.isStale(nowMs) ? 'stale' : 'live';
};

/** A file that is not changed is not old, and neither is what tells of no load. */
const ageInDocument = (
  target: FleetTarget,
  { definition, backend }: Member,
  { kind, askedAtMs }: Delivery,
  nowMs: number,
): number => {
  const { stats } = target.cluster(backend.clusterId)!.definition;
  const isReport = kind !== 'file' && (tellsLoad(definition.stats) || tellsLoad(stats));
  return isReport ? nowMs - askedAtMs : Infinity;
};
