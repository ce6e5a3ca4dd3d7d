export {
  createDecisionRecorder,
  type DecisionRecorder,
  type RecordCounts,
  type RecorderOptions,
} from './decision-recorder.js';
export type { Loss, ReportLoss } from './loss-report.js';
export { checkRecordFile, createFileRecorder, type FileRecorderOptions } from './file-recorder.js';
export { RecordFile } from './record-file.js';
export { replayRecord, type Replay } from './replay-record.js';
