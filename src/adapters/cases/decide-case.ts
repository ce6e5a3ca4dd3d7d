import type { JsonObject } from '../../core/codec.js';
import { explain } from '../../session/decide.js';
import type { Case } from './compile-case.js';
import { encodeDecision } from './encode-decision.js';

/** Decides a case; the result carries the original affinity order. */
export const decideCase = ({ policy, view, request, elapsedMs, cursor }: Case): JsonObject => {
  const { decision, order } = explain(policy, view, request, elapsedMs, cursor);
  // A ranking may be empty; a ring without clusters is none.
  const isNone = order?.length === 0 && policy.algorithm === 'wait-and-widen';
  return encodeDecision(decision, isNone ? undefined : order);
};
