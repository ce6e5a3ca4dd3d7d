import type { ComparedRequest, Fate } from './record-comparison.js';

/** What the requests of one group came to. */
export type GroupComparison = Readonly<{
  modelId: string;
  sessionState: ComparedRequest['sessionState'];
  requests: number;
  same: number;
  elsewhere: number;
  /** Selected in the records and not by the new policy, and the other way round. */
  lost: number;
  gained: number;
  /** Requests selected both times that wait less, and more, and by how much in all, ms. */
  shorterWaits: number;
  shorterByMs: number;
  longerWaits: number;
  longerByMs: number;
}>;

/** Load of one cluster, as it was and as it would have been. */
export type ClusterShift = Readonly<{
  clusterId: string;
  recordedRequests: number;
  replayedRequests: number;
  recordedTokens: number;
  replayedTokens: number;
}>;

/** A comparison, summed up. */
export type ComparisonSummary = Readonly<{
  /** All requests; `modelId` is "" and the state `none`. */
  all: GroupComparison;
  /** Per model and session state, in that order. */
  groups: readonly GroupComparison[];
  clusters: readonly ClusterShift[];
  /** Requests whose new wait was taken from a snapshot that stands still. */
  foreseen: number;
  /** Requests by recorded cluster, then by new cluster; "" is nowhere. */
  moves: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Waits of selected requests at the shares 0.01, 0.02, ... 1; empty without any. */
  recordedWaitsMs: readonly number[];
  replayedWaitsMs: readonly number[];
}>;

/** Sums compared requests up. */
export const summarizeComparison = (requests: readonly ComparedRequest[]): ComparisonSummary => {
  const groups = new Map<string, ComparedRequest[]>();
  for (const request of requests) {
    const key = JSON.stringify([request.modelId, request.sessionState]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [request]);
    else group.push(request);
  }
  return {
    all: compareGroup('', 'none', requests),
    groups: [...groups.keys()]
      .sort()
      .map((key) => groups.get(key)!)
      .map((group) => compareGroup(group[0]!.modelId, group[0]!.sessionState, group)),
    clusters: clusterShifts(requests),
    foreseen: requests.filter(({ isForeseen }) => isForeseen).length,
    moves: movesOf(requests),
    recordedWaitsMs: quantiles(requests.map(({ recorded }) => recorded)),
    replayedWaitsMs: quantiles(requests.map(({ replayed }) => replayed)),
  };
};

const compareGroup = (
  modelId: string,
  sessionState: ComparedRequest['sessionState'],
  requests: readonly ComparedRequest[],
): GroupComparison => {
  const counts = { same: 0, elsewhere: 0, lost: 0, gained: 0 };
  const waits = { shorterWaits: 0, shorterByMs: 0, longerWaits: 0, longerByMs: 0 };
  for (const { recorded, replayed } of requests) {
    if (recorded.clusterId === replayed.clusterId) counts.same++;
    else if (replayed.clusterId === undefined) counts.lost++;
    else if (recorded.clusterId === undefined) counts.gained++;
    else counts.elsewhere++;
    if (recorded.clusterId === undefined || replayed.clusterId === undefined) continue;
    const changeMs = replayed.waitMs - recorded.waitMs;
    if (changeMs < 0) {
      waits.shorterWaits++;
      waits.shorterByMs -= changeMs;
    } else if (changeMs > 0) {
      waits.longerWaits++;
      waits.longerByMs += changeMs;
    }
  }
  return { modelId, sessionState, requests: requests.length, ...counts, ...waits };
};

const clusterShifts = (requests: readonly ComparedRequest[]): readonly ClusterShift[] => {
  const shifts = new Map<string, { -readonly [K in keyof ClusterShift]: ClusterShift[K] }>();
  const shiftOf = (clusterId: string) => {
    const none = { recordedRequests: 0, replayedRequests: 0, recordedTokens: 0, replayedTokens: 0 };
    const shift = shifts.get(clusterId) ?? { clusterId, ...none };
    shifts.set(clusterId, shift);
    return shift;
  };
  for (const { recorded, replayed, inputTokens } of requests) {
    if (recorded.clusterId !== undefined) {
      const shift = shiftOf(recorded.clusterId);
      shift.recordedRequests++;
      shift.recordedTokens += inputTokens;
    }
    if (replayed.clusterId !== undefined) {
      const shift = shiftOf(replayed.clusterId);
      shift.replayedRequests++;
      shift.replayedTokens += inputTokens;
    }
  }
  return [...shifts.values()].sort((a, b) => (a.clusterId < b.clusterId ? -1 : 1));
};

const movesOf = (
  requests: readonly ComparedRequest[],
): ReadonlyMap<string, ReadonlyMap<string, number>> => {
  const moves = new Map<string, Map<string, number>>();
  for (const { recorded, replayed } of requests) {
    const row = moves.get(recorded.clusterId ?? '') ?? new Map<string, number>();
    moves.set(recorded.clusterId ?? '', row);
    row.set(replayed.clusterId ?? '', (row.get(replayed.clusterId ?? '') ?? 0) + 1);
  }
  return moves;
};

const quantiles = (fates: readonly Fate[]): readonly number[] => {
  const waits = fates.filter(({ clusterId }) => clusterId !== undefined).map((one) => one.waitMs);
  if (waits.length === 0) return [];
  waits.sort((a, b) => a - b);
  return Array.from({ length: 100 }, (_, at) => {
    const rank = Math.ceil(((at + 1) / 100) * waits.length);
    return waits[rank - 1]!;
  });
};
