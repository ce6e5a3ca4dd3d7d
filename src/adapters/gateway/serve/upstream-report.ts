import type { LastClusterContext } from '../last-cluster/report.js';
import { createLogSampler } from '../../telemetry/log-sampler.js';
import type { Log } from '../../telemetry/port.js';

/** Tells that the router failed: at the span of the request, and in the log. */
export type ReportUpstreamError = (
  context: LastClusterContext,
  kind: 'failed' | 'timeout' | 'broken',
  message: string,
) => void;

/** Logs at most 20 lines a second: a router that is down fails every request. */
export const createUpstreamReport = (log: Log): ReportUpstreamError => {
  const sample = createLogSampler(20, 1_000);
  return ({ requestId, model, routingKey, span }, kind, message) => {
    span?.fail(message);
    const suppressed = sample(performance.now());
    if (suppressed === undefined) return;
    log.warn('upstream_error', {
      request_id: requestId,
      model,
      routing_key: routingKey,
      kind,
      message,
      suppressed,
    });
  };
};
