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
