export { encodeCaseFaults, type CaseFault } from './case-fault.js';
export {
  caseLineCodec,
  caseLineCodecAfter,
  encodeCaseLine,
  encodeQuestion,
  type CaseLine,
} from './case-line.js';
export { type CaseMethod } from './case-method.js';
export { CaseStream } from './case-stream.js';
export {
  compileCase,
  decideCase,
  parseCase,
  parseCaseText,
  type Case,
  type ViewOf,
} from './compile-case.js';
export { encodeDecision, encodeTimeline } from './encode-decision.js';
export { encodeExplanation } from './encode-explanation.js';
export { createKeptSnapshots, keptSize } from './kept-snapshots.js';
export { requestCodec } from './request-codec.js';
