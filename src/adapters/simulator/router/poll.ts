import { FIRST_POLL_WITHIN_MS } from '../../fleet/sources/engine-metrics-source.js';
import type { Engine } from '../engine/engine.js';
import type { Chance } from '../workload/chance.js';
import type { StatisticsModel, TimedReport } from './reported-load.js';
import type { SimulatedRouter } from './simulated-router.js';

/** What a router asks again and again: the page of one engine, or of all at once. */
export type Poll = {
  readonly router: SimulatedRouter;
  readonly engines: readonly Engine[];
  /** When it asks first, ms. */
  readonly firstMs: number;
  /** Reports that are on their way; undefined for an engine that does not answer. */
  reports: readonly (TimedReport | undefined)[];
  /** When they were asked for, ms. */
  askedAtMs: number;
};

/**
 * The polls of all routers. Routers begin at different times; the moment of an engine in the
 * interval is the same for all of them, as each router takes it from a hash of the URL.
 */
export const pollsOf = (
  routers: readonly SimulatedRouter[],
  engines: readonly Engine[],
  { everyMs, moments }: StatisticsModel,
  chance: Chance,
): readonly Poll[] => {
  const asked =
    moments === 'same'
      ? [{ engines, afterMs: 0 }]
      : engines.map((engine) => ({
          engines: [engine],
          afterMs: chance() * Math.min(everyMs, FIRST_POLL_WITHIN_MS),
        }));
  return routers.flatMap((router) => {
    const beginsMs = (everyMs * router.index) / routers.length;
    return asked.map(({ engines: those, afterMs }) => ({
      ...{ router, engines: those, firstMs: (beginsMs + afterMs) % everyMs },
      ...{ reports: [], askedAtMs: 0 },
    }));
  });
};
