/**
 * When a waiting request need not decide again although its target has a new view.
 *
 * `wait-and-widen` and `pulsar-wait-and-widen` choose only clusters with room. While no cluster
 * has any, allowances included, they cannot choose one, whatever else is new. What they answer
 * instead keeps the request waiting where it waits, in two cases:
 *
 * - it found nothing and waits for a new view;
 * - it waits out its affinity wait, which ends at its own moment and not before. Until then only
 *   room in its affinity group counts; where that group is its last cluster alone, room elsewhere
 *   does not.
 *
 * Everything else decides again: other algorithms do not look at room; where `max_input_work_seconds`
 * is set, new statistics may turn the request away; and past the affinity wait, or where no cluster
 * can be ranked any more, there may be nothing left to wait for.
 */
import type { Unavailable, Wait } from '../../../core/decision.js';
import type { Policy } from '../../../core/config/policy.js';
import type { Route } from '../../runtime/index.js';
import type { SpareCapacity } from './spare-capacity.js';

/** Whether deciding again, `elapsedMs` after arrival, may end or shorten the wait of a request. */
export const canChangeWait = (
  route: Pick<Route, 'policy' | 'request'>,
  last: Wait | Unavailable,
  elapsedMs: number,
  spareCapacity: SpareCapacity,
): boolean => {
  const { policy } = route;
  const looksAtRoom =
    policy.algorithm === 'wait-and-widen' || policy.algorithm === 'pulsar-wait-and-widen';
  if (!looksAtRoom || policy.maxInputWorkSeconds !== undefined) return true;
  if (last.kind === 'unavailable') return hasAnyRoom(policy, spareCapacity);
  if (!spareCapacity.isRanked() || elapsedMs >= affinityWaitMs(route, last)) return true;
  const home = onlyMember(route, last, spareCapacity);
  return home === undefined
    ? hasAnyRoom(policy, spareCapacity)
    : spareCapacity.hasRoomAt(home, policy.maxQueued);
};

const hasAnyRoom = (policy: Policy, spareCapacity: SpareCapacity): boolean =>
  spareCapacity.hasRoom(Math.max(policy.maxQueued, policy.fallbackMaxQueued));

/** The last cluster of a returning session, where it alone is the affinity group. */
const onlyMember = (
  { policy, request }: Pick<Route, 'policy' | 'request'>,
  last: Wait,
  spareCapacity: SpareCapacity,
): string | undefined => {
  const isAlone = (policy.cacheAffinityBackendSelectionCount ?? 1) === 1;
  const { lastClusterId } = request;
  if (last.sessionState !== 'returning' || !isAlone || lastClusterId === undefined)
    return undefined;
  return spareCapacity.isRanked(lastClusterId) ? lastClusterId : undefined;
};

/** Until when nothing but room in the affinity group can end the wait. */
const affinityWaitMs = (
  { policy, request }: Pick<Route, 'policy' | 'request'>,
  last: Wait,
): number => {
  const isNew = last.sessionState === 'new' || last.sessionState === 'stale';
  return isNew || !hasGroup(policy, request.cacheAffinityKey) ? 0 : policy.cacheAffinityWaitMs;
};

const hasGroup = (policy: Policy, affinityKey = ''): boolean =>
  policy.algorithm === 'pulsar-wait-and-widen' ||
  (affinityKey !== '' && policy.cacheAffinityBackendSelectionCount !== undefined);

/**
 * Whether time alone can change an `unavailable` answer: with a queue SLO that slides. Else the
 * answer stands until there is a new view.
 */
export const slidesWithTime = ({ policy, request }: Pick<Route, 'policy' | 'request'>): boolean =>
  policy.maxQueueTimeFloorMs !== undefined && (request.requestSloMs ?? 0) > 0;
