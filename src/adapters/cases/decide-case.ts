import type { JsonObject } from '../../core/codec/codec.js';
import { affinityOrder, decide } from '../../decide.js';
import type { Case } from './compile-case.js';
import { encodeDecision } from './encode-decision.js';

/** Decides a case; the result carries the original affinity order. */
export const decideCase = ({ policy, view, request, elapsedMs, cursor }: Case): JsonObject =>
  encodeDecision(
    decide(policy, view, request, elapsedMs, cursor),
    affinityOrder(policy, view, request),
  );
