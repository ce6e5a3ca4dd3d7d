export type {
  RouterAnswer,
  RetryReason,
  Send,
  SendOrder,
  SendOutcome,
} from './routing/outcomes.js';
export type { AcceptDocument } from './server/admin-listener.js';
export { systemClock, type Clock } from '../time/clock.js';
export {
  createRouter,
  type Router,
  type RouterCounts,
  type RouterOptions,
} from './routing/create-router.js';
export { openRouter } from './server/open-router.js';
export type { RoutedRequest } from './routing/request-context.js';
export type { Routed, RouteOptions } from './routing/route-request.js';
export { ROUTER_SETTINGS, type RouterSettings } from './server/router-settings.js';
export type { RouterServerLimits } from './server/server-limits.js';
export {
  startRouterServer,
  type RouterServer,
  type RouterServerOptions,
} from './server/router-server.js';
export {
  createFileRecorder,
  type DecisionRecorder,
  type FileRecorderOptions,
  type RecordCounts,
} from '../records/index.js';

export { createFleet } from '../fleet/fleet.js';
export type { FleetOptions } from '../fleet/dependencies.js';
export type {
  Backend,
  BackendState,
  BackendStatus,
  Fleet,
  FleetListener,
  RunningByBackend,
} from '../fleet/port.js';
export { createFileSource, type FileSourceOptions } from '../fleet/sources/file-source.js';
export { createHttpSource, type HttpSourceOptions } from '../fleet/sources/http-source.js';
export type { DocumentSource } from '../fleet/sources/document-source.js';
export type { Source, SourceListener } from '../time/source.js';
export { createPushSource, type PushSource } from '../fleet/sources/push-source.js';
