/**
 * A choice over all N clusters.
 *
 * Clusters fall into buckets of which the first has two members; how many are open depends on
 * the elapsed time. Only two open clusters have capacity, so no draw is needed, unless the row
 * says that every cluster has.
 */
import type { AlgorithmConfig } from '../../src/core/config/fields.js';
import type { Snapshot } from '../../src/core/snapshot/snapshot.js';
import { bareLoop } from '../baselines.js';
import { keylessDecisions, policyOf, type Situation } from '../decision-loop.js';
import { FLEET_SIZES, fleetSnapshot, INPUT_TOKENS, ownCreateView, scatter } from '../fleet.js';
import type { Row } from '../subject.js';

const group = 'selection over N';

/** ms between the groups of close TTFTs; a bucket is 20 ms wide, so each group is one. */
const BUCKET_GAP_MS = 40;

/** So close that no gap tells one bucket from the next. */
const DENSE_GAP_MS = 1;

const UNLOCK_FACTOR = 0.25;

/** Prefill of the requests here, ms: they vary by RTT alone. */
const PREFILL_MS = 10;

type Case = Readonly<{
  name: string;
  config: AlgorithmConfig;
  openBuckets: (size: number) => number;
  bucketCount: (size: number) => number;
  /** ms between the starts of two buckets; default `BUCKET_GAP_MS`. */
  gapMs?: number;
  allHaveCapacity?: boolean;
  goalRatio: (size: number) => number | undefined;
}>;

const oneBucketGoal = (size: number): number | undefined =>
  size >= 512 ? 3 : size === 64 ? 4 : undefined;
const moreBucketsGoal = (size: number): number | undefined => (size >= 512 ? 6 : undefined);

const GLOBAL: AlgorithmConfig = {
  algorithm: 'wait-and-widen',
  nextBucketUnlockFactor: UNLOCK_FACTOR,
};
const OPEN: AlgorithmConfig = {
  algorithm: 'pulsar-wait-and-widen',
  nextBucketUnlockFactor: UNLOCK_FACTOR,
  bandWidenIntervalMs: 0,
};

const CASES: readonly Case[] = [
  ...[
    { phase: 'global', config: GLOBAL },
    { phase: 'open', config: OPEN },
  ].flatMap(({ phase, config }): Case[] => [
    {
      name: `${phase}, 1 of 16 buckets open`,
      config,
      openBuckets: () => 1,
      bucketCount: (size) => Math.min(16, size / 2),
      goalRatio: oneBucketGoal,
    },
    {
      name: `${phase}, 4 of 16 buckets open`,
      config,
      openBuckets: () => 4,
      bucketCount: (size) => Math.min(16, size / 2),
      goalRatio: moreBucketsGoal,
    },
    {
      name: `${phase}, 32 of 64 buckets open`,
      config,
      openBuckets: () => 32,
      bucketCount: (size) => Math.min(64, size / 2),
      goalRatio: moreBucketsGoal,
    },
  ]),
  {
    name: 'global, buckets adjoin, half open',
    config: GLOBAL,
    openBuckets: (size) => Math.min(500, size / 4),
    bucketCount: (size) => Math.min(1000, size / 2),
    gapMs: DENSE_GAP_MS,
    goalRatio: moreBucketsGoal,
  },
  {
    name: 'global, all in one bucket, n = N',
    config: { ...GLOBAL, n: FLEET_SIZES.at(-1)! },
    openBuckets: () => 1,
    bucketCount: () => 1,
    allHaveCapacity: true,
    goalRatio: oneBucketGoal,
  },
];

export const selectionRows = (): readonly Row[] =>
  CASES.flatMap((testCase) => FLEET_SIZES.map((size) => selectionRow(testCase, size)));

const selectionRow = (testCase: Case, size: number): Row => {
  const goalRatio = testCase.goalRatio(size);
  return {
    group,
    name: testCase.name,
    clusterCount: size,
    ...(goalRatio !== undefined && { goalRatio }),
    build: () => {
      const snapshot = bucketedSnapshot(testCase, size);
      const situation: Situation = {
        policy: policyOf(testCase.config),
        view: ownCreateView()(snapshot),
        elapsedMs: openedAtMs(testCase, size),
      };
      return { ours: keylessDecisions(situation), baseline: bareLoop(snapshot) };
    },
  };
};

const openBucketCount = ({ openBuckets, bucketCount }: Case, size: number): number =>
  Math.min(openBuckets(size), bucketCount(size));

/** A moment when the last bucket that shall be open has just opened. */
const openedAtMs = (testCase: Case, size: number): number =>
  (openBucketCount(testCase, size) - 1) * (testCase.gapMs ?? BUCKET_GAP_MS) * UNLOCK_FACTOR + 1;

const bucketedSnapshot = (testCase: Case, size: number): Snapshot => {
  const bucketCount = testCase.bucketCount(size);
  const gapMs = testCase.gapMs ?? BUCKET_GAP_MS;
  const lastOpen = openBucketCount(testCase, size) - 1;
  let freeCount = 0;
  return fleetSnapshot(size, (index) => {
    // An odd factor visits every place of a power of two once: buckets are scattered over ids.
    const place = (index * 5 + 3) % size;
    const bucket = place < 2 ? 0 : bucketCount === 1 ? 0 : 1 + (place % (bucketCount - 1));
    const isFree = testCase.allHaveCapacity ?? (bucket === lastOpen && freeCount++ < 2);
    return {
      rttMs: 1 + bucket * gapMs + place / size,
      stats: {
        lastMeanInputTps: (INPUT_TOKENS / PREFILL_MS) * 1000,
        maxInputTps: 40_000 + scatter(index, 2003),
        numRunningQueries: isFree ? scatter(index, 7) : 8,
      },
    };
  });
};
