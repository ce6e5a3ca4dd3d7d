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
import type { Route } from '../../runtime/index.js';
import type { Outlook } from './outlook.js';
/** Whether deciding again, `elapsedMs` after arrival, may end or shorten the wait of a request. */
export declare const canChangeWait: (route: Pick<Route, "policy" | "request">, last: Wait | Unavailable, elapsedMs: number, outlook: Outlook) => boolean;
/**
 * Whether time alone can change an `unavailable` answer: with a queue SLO that slides. Else the
 * answer stands until there is a new view.
 */
export declare const slidesWithTime: ({ policy, request }: Pick<Route, "policy" | "request">) => boolean;
