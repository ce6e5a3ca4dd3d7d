import type { MockEngineControls } from './controls.js';
import type { Exchange } from './exchange.js';
import type { ModelRouteParts } from './model-routes.js';
import type { RequestLog } from './request-log.js';
/** What the routes need of an engine. */
export type RouteParts = ModelRouteParts & Readonly<{
    controls: MockEngineControls;
    log: RequestLog;
    describe: () => object;
}>;
/** Answers a request by its path and method. */
export declare const route: (parts: RouteParts, exchange: Exchange) => Promise<void>;
