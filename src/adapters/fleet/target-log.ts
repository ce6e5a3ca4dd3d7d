/** What a target logs of itself. */
import type { Target } from '../../core/snapshot/snapshot.js';
import type { Log } from '../telemetry/port.js';
import type { AssumedRate } from './assumed-throughput.js';
import { alternates, alternatingCaches } from './document/alternating-caches.js';
import type { TargetDefinition } from './document/fleet-document.js';
import type { Member } from './member.js';

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
