export { classifySession, isSessionAware } from './classify.js';
export { planSession } from './plan.js';
export { labelSelection, type SelectionLabel } from './label.js';
export {
  identifyInSteps,
  identifySession,
  SESSION_ID_MAX_BYTES,
  type SessionFallback,
  type SessionFault,
  type SessionIdentity,
  type SessionPosition,
  type SessionRequest,
  type SessionResult,
  type SessionSource,
} from './identity.js';
export {
  CLUSTER_ID_MAX_BYTES,
  isStorableClusterId,
  storeKeyOf,
  type SessionKey,
} from './store-key.js';
export { PROMPT_OPENING_BYTES, type ConversationKind } from './opening.js';
export { type CreateSha256, type Sha256 } from './sha256.js';
export {
  decodeResponseRecord,
  encodeResponseRecord,
  isResponseId,
  responseStoreKey,
  type ResponseRecord,
} from './response-record.js';
export { type SessionPlan } from '../core/session-plan.js';
export { type SessionState } from '../core/request.js';
