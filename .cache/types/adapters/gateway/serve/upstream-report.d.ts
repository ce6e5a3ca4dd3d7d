import type { LastClusterContext } from '../last-cluster/report.js';
import type { Log } from '../../telemetry/port.js';
/** Tells that the router failed: at the span of the request, and in the log. */
export type ReportUpstreamError = (context: LastClusterContext, kind: 'failed' | 'timeout' | 'broken', message: string) => void;
/** Logs at most 20 lines a second: a router that is down fails every request. */
export declare const createUpstreamReport: (log: Log) => ReportUpstreamError;
