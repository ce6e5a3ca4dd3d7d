export { classifySession, isSessionAware } from './classify.js';
export { planSession } from './plan.js';
export { labelSelection, type SelectionLabel } from './label.js';
export { SESSION_ID_MAX_BYTES, sessionIdentity, type SessionFault, type SessionIdentity, type SessionRequest, type SessionSource, } from './identity.js';
export { CLUSTER_ID_MAX_BYTES, isStorableClusterId, lastClusterStoreKey, type SessionKey, } from './store-key.js';
export { type SessionPlan } from '../core/session-plan.js';
export { type SessionState } from '../core/request.js';
