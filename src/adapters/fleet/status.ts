import type { Log } from '../telemetry/port.js';
import type { FleetTarget } from './fleet-target.js';
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
