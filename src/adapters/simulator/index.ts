export { parseScenario } from './scenario/scenario-codec.js';
export { readScenario } from './scenario/read-scenario.js';
export {
  SESSION_KEYS,
  type Incident,
  type PolicyModel,
  type Scenario,
  type SessionKey,
} from './scenario/scenario.js';
export { INDEPENDENT, type Batching, type EngineModel } from './engine/engine-model.js';
export { type MemoryModel } from './gateway/last-cluster-memory.js';
export { idleView } from './router/cluster-board.js';
export { type StatisticsModel } from './router/reported-load.js';
export { type Distribution } from './workload/distribution.js';
export {
  TRACE_FORMATS,
  type Arrivals,
  type HotKeys,
  type SyntheticModel,
  type TraceFormat,
  type TraceModel,
  type WorkloadModel,
} from './workload/workload-model.js';
export {
  type Ending,
  type Position,
  type Session,
  type Turn,
  type Workload,
} from './workload/workload.js';
export { openWorkload, type OpenedWorkload } from './workload/open-workload.js';
export { type BadRow } from './workload/trace/trace-row.js';
export { EVENT_KINDS, type EventKind } from './run/event-kind.js';
export { type Answered } from './run/simulation.js';
export { runPolicy, type CreateWorkload, type RunOptions } from './run/run-policy.js';
export {
  type ClusterSummary,
  type Pictures,
  type RunSummary,
  type TimeSummary,
} from './measure/run-summary.js';
export { estimateMean, type Estimate } from './measure/confidence.js';
export { jobsOf, seedsOf, type Job } from './jobs/job.js';
export { runJobs, type JobOptions } from './jobs/run-jobs.js';
export { serveJobs } from './jobs/worker.js';
export { createReport, type PolicyReport, type Report } from './report/report.js';
export { encodeReport } from './report/encode-report.js';
export { markdownOf } from './report/markdown.js';
export { htmlOf } from './report/html.js';
export { readPlotLibrary, type PlotLibrary } from './report/page/plot-library.js';
