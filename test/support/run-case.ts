/** Short ways to run the core on a case, with views of their own. */
import type { Decision } from '../../src/core/decision.js';
import type { Explanation } from '../../src/core/explain.js';
import { MemoBudget } from '../../src/core/orders/memo-budget.js';
import { compilePolicy } from '../../src/core/config/policy.js';
import type { Snapshot } from '../../src/core/snapshot/snapshot.js';
import type { TimelineEntry } from '../../src/core/timeline.js';
import type { View } from '../../src/core/view/view.js';
import { nativeHasher } from '../../src/adapters/platform/native-hasher.js';
import { viewFactory } from '../../src/adapters/platform/view-factory.js';
import { decide, explain, timeline } from '../../src/decide.js';
import type { RoutingCase } from '../property/arbitraries/engine-case.js';

/** A view that shares nothing with any other. */
export const freshView = (snapshot: Snapshot): View =>
  viewFactory(nativeHasher, new MemoBudget())(snapshot);

/** What the core decides in this case, on a view of its own. */
export const decideCase = (c: RoutingCase): Decision =>
  decide(compilePolicy(c.config), freshView(c.snapshot), c.request, c.elapsedMs, c.cursor);

export const explainCase = (c: RoutingCase): Explanation =>
  explain(compilePolicy(c.config), freshView(c.snapshot), c.request, c.elapsedMs, c.cursor);

export const timelineCase = (c: RoutingCase): readonly TimelineEntry[] =>
  timeline(compilePolicy(c.config), freshView(c.snapshot), c.request, c.cursor);

/** The decision of a session-aware request without its label. */
export const withoutState = (decision: Decision): unknown =>
  decision.kind === 'rejected' ? decision : { ...decision, sessionState: null };
