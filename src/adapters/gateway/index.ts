export {
  badRequest,
  renderGatewayError,
  type GatewayAnswer,
  type GatewayError,
} from './gateway-error.js';
export { apiKeyOf, requestIdOf } from './request/caller.js';
export {
  plainTarget,
  routeOf,
  type ForwardedKind,
  type GatewayRoute,
} from './request/gateway-route.js';
export {
  prepareRequest,
  refusePriority,
  type KnownRequest,
  type PreparedRequest,
  type SessionScope,
  type SessionSettings,
} from './request/prepare-request.js';
export {
  createInputEstimate,
  estimateInputTokens,
  promptOf,
  type EstimateInputTokens,
  type Prompt,
} from './request/prompt.js';
export { headersForRouter, type RouterAdditions } from './request/router-headers.js';
export { withModelInJson, withModelInQuery } from './request/bare-model.js';
export { headersForCaller, markHeaders, type ClientMarks } from './serve/client-headers.js';
export { isRouterRefusal, translateRefusal } from './serve/router-refusal.js';
export type {
  DirectoryRefusal,
  ListedModel,
  ModelDirectory,
  ModelEntry,
  ModelListing,
  ModelQuery,
  ResolvedModel,
} from './directory/port.js';
export { createListDirectory, type ListEntry } from './directory/list-directory.js';
export { parseModelList } from './directory/model-list-codec.js';
export { openFileDirectory, type FileDirectory } from './directory/file-directory.js';
export {
  createGateway,
  MAX_BODY_BYTES,
  type Gateway,
  type GatewayOptions,
} from './serve/gateway.js';
export {
  openRouterLink,
  type RouterLink,
  type RouterLinkError,
  type RouterLinkOptions,
  type RouterRequest,
  type RouterResponse,
} from './serve/router-link.js';
export { openGateway, type ServerSettings } from './server/open-gateway.js';
export { GATEWAY_SETTINGS, type GatewaySettings } from './server/gateway-settings.js';
export {
  LAST_CLUSTER_VARIABLES,
  parseLastClusterSettings,
  type LastClusterSettings,
} from './last-cluster/settings.js';
export {
  createLastClusterTracker,
  type LastClusterTracker,
  type LastClusterTrackerOptions,
} from './last-cluster/tracker.js';
export type { LastClusterContext } from './last-cluster/report.js';
export { openStore, parseStoreAddress, type StoreAddress } from '../stores/from-url.js';
