import type { LastClusterTracker } from '../last-cluster/tracker.js';
import type { ForwardedKind } from '../request/gateway-route.js';
import { type AcceptParts } from './accept-request.js';
import { type Exchange } from './exchange.js';
import type { RouterLink } from './router-link.js';
import type { ReportUpstreamError } from './upstream-report.js';
/** What forwarding needs. */
export type ForwardParts = AcceptParts & Readonly<{
    router: RouterLink;
    memory: LastClusterTracker | undefined;
    reportUpstreamError: ReportUpstreamError;
}>;
/** Answers a request with what the router says to it, or with why it may not go there. */
export declare const forwardRequest: (parts: ForwardParts, kind: ForwardedKind, exchange: Exchange) => Promise<void>;
