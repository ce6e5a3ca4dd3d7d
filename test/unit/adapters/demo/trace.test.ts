import * as E from 'fp-ts/lib/Either.js';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  demoTrace,
  replayTrace,
  TRACE_CLUSTERS,
  type TraceSummary,
} from '../../../../src/adapters/demo/replay-trace.js';
import { STORY_RUNS } from '../../../../src/adapters/demo/story.js';
import { openWorkload, type CreateWorkload } from '../../../../src/adapters/simulator/index.js';

const file = new URL('../../../../data/mooncake-conversation.jsonl.gz', import.meta.url).pathname;

let trace: CreateWorkload;
let replays: readonly TraceSummary[];

beforeAll(async () => {
  const opened = await openWorkload(demoTrace(file));
  if (E.isLeft(opened)) throw new Error(opened.left);
  trace = opened.right.create;
  replays = STORY_RUNS.map((run) => replayTrace(trace, run));
});

describe('the trace of the demo', () => {
  test('is served whole under every policy, and its sums agree', () => {
    for (const replay of replays) {
      expect(replay.requestCount).toBe(500);
      expect(Object.keys(replay.requestCountByCluster)).toEqual(
        TRACE_CLUSTERS.map(({ clusterId }) => clusterId),
      );
      const counts = Object.values(replay.requestCountByCluster);
      expect(counts.reduce((a, b) => a + b)).toBe(500);
      expect(replay.promptTokens).toBe(replays[0]!.promptTokens);
      expect(replay.cachedTokens).toBeLessThan(replay.promptTokens);
      expect(replay.returningCount).toBeGreaterThan(50);
      expect(replay.stayedCount).toBeLessThanOrEqual(replay.returningCount);
    }
  });

  test('comes out the same every time', () => {
    expect(STORY_RUNS.map((run) => replayTrace(trace, run))).toEqual(replays);
  });

  test('shows that with the flag more turns return home, and the mean wait is shorter', () => {
    const [off, on, pulsarOff, pulsarOn] = replays;
    expect(on!.stayedCount).toBeGreaterThan(off!.stayedCount);
    expect(on!.meanWaitMs).toBeLessThan(off!.meanWaitMs);
    expect(pulsarOn!.stayedCount).toBeGreaterThan(pulsarOff!.stayedCount);
    expect(pulsarOn!.meanWaitMs).toBeLessThan(pulsarOff!.meanWaitMs);
  });
});
