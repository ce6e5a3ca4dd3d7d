import type { Either } from 'fp-ts/lib/Either.js';
import { createEngine } from '../../../../src/adapters/runtime/index.js';
import type {
  DefinitionLimits,
  RouteDecision,
  RouteRejection,
  RouteRequest,
  Route,
} from '../../../../src/adapters/runtime/index.js';
import { createInMemoryTelemetry } from '../../../../src/adapters/telemetry/in-memory.js';
import type { Span } from '../../../../src/adapters/telemetry/port.js';
import { DEFAULT_LB_CONFIG } from '../../../../src/core/config/config.js';
import type { Snapshot } from '../../../../src/core/snapshot/snapshot.js';
import { accepted, readConfig } from '../../expression/outcome.js';
import { idleFleet, TARGET } from './small-fleet.js';

export type Setup = Readonly<{
  /** JSON of an lb-config; absent: no file. */
  config?: unknown;
  /** Default: A, B and C, idle, for `TARGET`. */
  snapshots?: readonly Snapshot[];
  limits?: Partial<DefinitionLimits>;
}>;

/** An engine that serves its snapshots, on a clock that starts at 0, and short ways to ask it. */
export const serveRuntime = ({
  config,
  snapshots = [idleFleet('ABC')],
  limits = {},
}: Setup = {}) => {
  const telemetry = createInMemoryTelemetry();
  const clock = { nowMs: 0 };
  const engine = createEngine({
    config: config === undefined ? DEFAULT_LB_CONFIG : readConfig(config),
    telemetry,
    nowMs: () => clock.nowMs,
    limits,
  });
  for (const snapshot of snapshots) engine.publish(snapshot);

  const requestOf = (routingMethod?: string, over: Partial<RouteRequest> = {}): RouteRequest => ({
    target: TARGET,
    requestId: 'r1',
    routingMethod,
    ...over,
  });
  const send = (routingMethod?: string, over?: Partial<RouteRequest>): RouteDecision =>
    engine.decide(requestOf(routingMethod, over), { elapsedMs: 0 });
  const open = (
    routingMethod?: string,
    over?: Partial<RouteRequest>,
    span?: Span,
  ): Either<RouteRejection, Route> => engine.open(requestOf(routingMethod, over), span);
  return {
    engine,
    telemetry,
    clock,
    send,
    open,
    /** The route of a request that must not be rejected. */
    route: (...about: Parameters<typeof open>): Route => accepted(open(...about)),
    /** Cache result of a request with this expression. */
    cacheResult: (routingMethod: string, over?: Partial<RouteRequest>): unknown => {
      send(routingMethod, over);
      return telemetry.lines('routing_expression_accepted').at(-1)?.fields['cache'];
    },
  };
};

/** The cluster of a selection, else what was decided. */
export const goesTo = (decision: RouteDecision): string =>
  decision.kind === 'selected' ? decision.clusterId : JSON.stringify(decision);
