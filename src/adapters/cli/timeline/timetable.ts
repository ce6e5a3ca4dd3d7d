/** The timetable of a wait: how each cluster stands at every moment of it. */
import { explain, timeline } from '../../../decide.js';
import { openBands } from '../../../core/algorithms/band.js';
import type { Decision } from '../../../core/decision.js';
import type { Explanation } from '../../../core/explain.js';
import { queueSloCrossings } from '../../../core/selection/queue-slo.js';
import type { TimelineEntry } from '../../../core/timeline.js';
import type { Verdict } from '../../../core/selection/trace.js';
import type { Case } from '../../cases/index.js';

/** How a cluster stands from one moment (ms after arrival) to the next. */
export type Span = Readonly<{
  fromMs: number;
  toMs: number;
  verdict: Verdict;
  /** Number of its TTFT bucket, from 0; null outside buckets. */
  bucket: number | null;
}>;

export type Lane = Readonly<{
  clusterId: string;
  /** Place in the order after promotion, from 1; null outside it. */
  position: number | null;
  spans: readonly Span[];
}>;

export type Timetable = Readonly<{
  /** The request's affinity wait, in ms. */
  waitMs: number;
  /** Where the picture ends: past the last moment at which something changes, in ms. */
  endMs: number;
  /** In the order after promotion; clusters outside it by id, at the end. */
  lanes: readonly Lane[];
  decisions: readonly Readonly<{ fromMs: number; toMs: number; decision: Decision }>[];
}>;

/** What a picture of a wait in which nothing ever changes spans, in ms. */
const SHORTEST_MS = 100;

/** Lays a request's wait out by cluster. Explains once per moment at which something can change. */
export const timetableOf = (given: Case): Timetable => {
  const { policy, view, request, cursor } = given;
  const entries = timeline(policy, view, request, cursor);
  const moments = momentsOf(given, entries);
  const { waitMs, rows } = moments[0]!.explanation;
  const places = rows.map(({ clusterId, plannedPosition: position }, at) => ({
    clusterId,
    position,
    at,
  }));
  places.sort(
    (a, b) =>
      (a.position ?? Infinity) - (b.position ?? Infinity) || (a.clusterId < b.clusterId ? -1 : 1),
  );
  const lanes = places.map(({ at, ...place }) => ({ ...place, changes: changesOf(moments, at) }));
  const changes = [entries, ...lanes.map((lane) => lane.changes)].flat();
  const lastMs = Math.max(waitMs, ...changes.map(({ fromMs }) => fromMs));
  const endMs = Math.max(SHORTEST_MS, lastMs * 1.3);
  return {
    ...{ waitMs, endMs, decisions: withEnds(entries, endMs) },
    lanes: lanes.map(({ changes: own, ...lane }) => ({ ...lane, spans: withEnds(own, endMs) })),
  };
};

/** Where one cluster comes to stand differently. */
const changesOf = (moments: readonly Moment[], at: number): readonly Omit<Span, 'toMs'>[] => {
  const changes: Omit<Span, 'toMs'>[] = [];
  for (const { atMs, explanation } of moments) {
    const { verdict, bucket } = explanation.rows[at]!;
    const last = changes.at(-1);
    if (last?.verdict !== verdict || last.bucket !== bucket) {
      changes.push({ fromMs: atMs, verdict, bucket });
    }
  }
  return changes;
};

/** Each lasts until the next one begins. */
const withEnds = <A extends Readonly<{ fromMs: number }>>(
  changes: readonly A[],
  endMs: number,
): readonly (A & Readonly<{ toMs: number }>)[] =>
  changes.map((change, at) => ({ ...change, toMs: changes[at + 1]?.fromMs ?? endMs }));

type Moment = Readonly<{ atMs: number; explanation: Explanation }>;

/** Every moment at which a cluster may stand differently, in order; 0 is one. */
const momentsOf = (given: Case, entries: readonly TimelineEntry[]): readonly Moment[] => {
  const { policy, view, request, cursor } = given;
  const found = new Map<number, Explanation>();
  const crossings = queueSloCrossings(policy, view, request);
  const due = [0, ...crossings, ...entries.map(({ fromMs }) => fromMs)];
  for (let atMs = due.pop(); atMs !== undefined; atMs = due.pop()) {
    if (found.has(atMs)) continue;
    const explanation = explain(policy, view, request, atMs, cursor);
    found.set(atMs, explanation);
    const opening = explanation.rows.flatMap(({ opensMs }) => (opensMs === null ? [] : [opensMs]));
    due.push(...opening.filter(Number.isFinite));
    if (atMs === 0) due.push(...bandsOf(given, explanation));
  }
  return [...found]
    .map(([atMs, explanation]) => ({ atMs, explanation }))
    .sort((a, b) => a.atMs - b.atMs);
};

/** The end of the affinity wait, and the moments at which further bands of a ranking open. */
const bandsOf = ({ policy, view }: Case, { waitMs }: Explanation): readonly number[] => {
  const opening = [waitMs];
  if (policy.algorithm !== 'pulsar-wait-and-widen') return opening;
  for (;;) {
    // No ranking has more ranks than there are clusters.
    const { nextOpensMs } = openBands(policy, view.clusterIds.length, waitMs, opening.at(-1)!);
    if (nextOpensMs === Infinity) return opening;
    opening.push(nextOpensMs);
  }
};
