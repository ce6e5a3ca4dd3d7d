import pc from 'picocolors';
import { describe, expect, test } from 'vitest';

import { runDemo } from '../../../../src/adapters/demo/demo.js';
import { openInProcessFleet } from '../../../../src/adapters/demo/in-process-fleet.js';
import {
  STORY_RUNS,
  type StoryRun,
  type ServedTurn,
  type StoryFleet,
} from '../../../../src/adapters/demo/story.js';

const play = (openFleet: (run: StoryRun) => Promise<StoryFleet>, printed: string[] = []) =>
  runDemo({
    openFleet,
    trace: () => ({ blockTokens: 0, next: () => undefined, after: () => undefined }),
    print: (text) => printed.push(text),
    colors: pc.createColors(false),
  });

describe('the story', () => {
  test('comes out as told with both algorithms, flag off and on', async () => {
    const { isRight, runs } = await play(openInProcessFleet);
    expect(isRight).toBe(true);
    expect(runs.map(({ run }) => run)).toEqual(STORY_RUNS);
    for (const { run, clusterIds, cachedTurnCount, rerouteCount } of runs) {
      const home = run.lastClusterAffinity ? 'B' : 'A';
      expect(clusterIds).toEqual(['B', ...Array<string>(10).fill(home)]);
      expect(cachedTurnCount).toBe(run.lastClusterAffinity ? 10 : 9);
      expect(rerouteCount).toBe(run.lastClusterAffinity ? 0 : 1);
    }
  });

  test('a new session waits 300 ms without the flag, and not at all with it', async () => {
    const printed: string[] = [];
    await play(openInProcessFleet, printed);
    const firstTurns = printed.filter((line) => line.startsWith('  turn  1'));
    expect(firstTurns.map((line) => line.includes('waited 300 ms'))).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  test.each<[string, number, Partial<ServedTurn>]>([
    ['one turn goes elsewhere', 7, { clusterId: 'C' }],
    ['one turn finds no cache', 7, { cachedTokens: 0 }],
    ['the first turn goes elsewhere', 1, { clusterId: 'C' }],
  ])('is not right when %s', async (_, number, change) => {
    let closedCount = 0;
    const openFleet = async (run: StoryRun): Promise<StoryFleet> => {
      const fleet = await openInProcessFleet(run);
      return {
        ...fleet,
        serveTurn: async (turn) => {
          const served = await fleet.serveTurn(turn);
          return turn.number === number ? { ...served, ...change } : served;
        },
        close: () => {
          closedCount++;
          return fleet.close();
        },
      };
    };
    const { isRight, runs } = await play(openFleet);
    expect(isRight).toBe(false);
    expect(runs.every((summary) => !summary.isRight)).toBe(true);
    expect(closedCount).toBe(STORY_RUNS.length);
  });

  test.each<[string, number, Partial<ServedTurn>, readonly boolean[]]>([
    ['a new session waits', 1, { waitMs: 300 }, [true, false, true, false]],
    ['a new session does not wait', 1, { waitMs: 0 }, [false, true, false, true]],
    ['the second turn is cold', 2, { cachedTokens: 0 }, [true, false, true, false]],
    ['the second turn is warm', 2, { cachedTokens: 5000 }, [false, true, false, true]],
  ])('tells both ways apart: %s', async (_, number, change, right) => {
    const openFleet = async (run: StoryRun): Promise<StoryFleet> => {
      const fleet = await openInProcessFleet(run);
      return {
        ...fleet,
        serveTurn: async (turn) => {
          const served = await fleet.serveTurn(turn);
          return turn.number === number ? { ...served, ...change } : served;
        },
      };
    };
    const { runs } = await play(openFleet);
    expect(runs.map((summary) => summary.isRight)).toEqual(right);
  });

  test('closes a fleet that breaks', async () => {
    let isClosed = false;
    const openFleet = (): Promise<StoryFleet> =>
      Promise.resolve({
        fill: () => Promise.reject(new Error('broken')),
        drain: () => Promise.resolve(),
        serveTurn: () => Promise.reject(new Error('never asked')),
        close: () => {
          isClosed = true;
          return Promise.resolve();
        },
      });
    await expect(play(openFleet)).rejects.toThrow('broken');
    expect(isClosed).toBe(true);
  });
});
