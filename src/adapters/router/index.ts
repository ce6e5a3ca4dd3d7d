export type { RouterAnswer } from './answer.js';
export type { AcceptDocument } from './admin-listener.js';
export { systemClock, type Clock } from './clock.js';
export {
  createRouter,
  type Router,
  type RouterCounts,
  type RouterOptions,
} from './create-router.js';
export { openRouter } from './open-router.js';
export type { Routed, RouteOptions } from './route-request.js';
export { ROUTER_SETTINGS, type RouterSettings } from './router-settings.js';
export { startRouterServer, type RouterServer, type RouterServerOptions } from './router-server.js';
export type { RetryReason, Send, SendOrder, SendOutcome } from './send.js';

export { createFleet } from '../fleet/fleet.js';
export type { FleetOptions } from '../fleet/fleet-options.js';
export type { Backend, BackendState, BackendStatus, Fleet, FleetListener } from '../fleet/port.js';
export { createFileSource, type FileSourceOptions } from '../sources/file-source.js';
export { createHttpSource, type HttpSourceOptions } from '../sources/http-source.js';
export type { DocumentSource, SnapshotSource, SourceListener } from '../sources/port.js';
export { createPushSource, type PushSource } from '../sources/push-source.js';
