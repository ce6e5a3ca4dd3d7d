import type { Backend } from '../../fleet/port.js';
import type { SearchDependencies } from './cluster-search.js';
import type { RequestContext } from './request-context.js';

/** Where a request is being sent. */
export type Placed = Readonly<{
  clusterId: string;
  /** Backends that are not to be named: those tried, the present one included, and barred ones. */
  tried: ReadonlySet<string>;
  /** It is a sibling of one that failed: no third backend of the cluster is tried. */
  isSecond: boolean;
}>;

/** Decisions looked at for one list: some steps of a timetable find no new backend. */
const MAX_STEPS = 64;

/**
 * The backends to which the routing loop would go next if the present one were not reached: a
 * sibling, then what is decided with its cluster ruled out, now or when its time comes.
 */
export const fallbacksOf = (
  { fleet, clock }: Pick<SearchDependencies, 'fleet' | 'clock'>,
  { target, route, arrivedMs, barredIds }: RequestContext,
  { clusterId, tried, isSecond }: Placed,
  maxCount: number,
): readonly Backend[] => {
  const found: Backend[] = [];
  if (maxCount <= 0) return found;
  const sibling = isSecond ? undefined : fleet.peekBackend(target, clusterId, tried);
  if (sibling !== undefined) found.push(sibling);
  const excluded = [clusterId];
  let elapsedMs = clock.nowMs() - arrivedMs;
  for (let step = 0; step < MAX_STEPS && found.length < maxCount; step += 1) {
    const decision = route.foresee(elapsedMs, excluded);
    if (decision.kind === 'wait') {
      elapsedMs = decision.untilMs;
      continue;
    }
    if (decision.kind !== 'selected') break;
    const backend = fleet.peekBackend(target, decision.clusterId, barredIds);
    if (backend !== undefined) found.push(backend);
    excluded.push(decision.clusterId);
  }
  return found;
};
