import type { Router } from '../routing/create-router.js';
/** What `/readyz` says. */
export type Readiness = Readonly<{
    isReady: boolean;
    /** For people and for tests; names no tenant. */
    body: Readonly<Record<string, unknown>>;
}>;
/**
 * Whether requests can be routed: some target is served, and the server is not stopping.
 *
 * Models whose backends are all stale or paused are listed, and so are those of which only a last
 * cluster is left that should have been dropped; they are still routed to.
 */
export declare const readinessOf: ({ engine, fleet }: Pick<Router, "engine" | "fleet">, isStopping: boolean) => Readiness;
