import pc from 'picocolors';
import { describe, expect, test } from 'vitest';

import { runDemo } from '../../../../src/adapters/demo/demo.js';
import { openInProcessStage } from '../../../../src/adapters/demo/in-process-stage.js';
import {
  ACTS,
  type Act,
  type ServedTurn,
  type Stage,
} from '../../../../src/adapters/demo/story.js';

const play = (openStage: (act: Act) => Promise<Stage>, printed: string[] = []) =>
  runDemo({
    openStage,
    trace: () => ({ blockTokens: 0, next: () => undefined, after: () => undefined }),
    print: (text) => printed.push(text),
    colors: pc.createColors(false),
  });

describe('the story', () => {
  test('comes out as told with both algorithms, flag off and on', async () => {
    const { isRight, acts } = await play(openInProcessStage);
    expect(isRight).toBe(true);
    expect(acts.map(({ act }) => act)).toEqual(ACTS);
    for (const { act, clusterIds, cachedTurnCount, rerouteCount } of acts) {
      const home = act.lastClusterAffinity ? 'B' : 'A';
      expect(clusterIds).toEqual(['B', ...Array<string>(10).fill(home)]);
      expect(cachedTurnCount).toBe(act.lastClusterAffinity ? 10 : 9);
      expect(rerouteCount).toBe(act.lastClusterAffinity ? 0 : 1);
    }
  });

  test('a new session waits 300 ms without the flag, and not at all with it', async () => {
    const printed: string[] = [];
    await play(openInProcessStage, printed);
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
    const openStage = async (act: Act): Promise<Stage> => {
      const stage = await openInProcessStage(act);
      return {
        ...stage,
        serveTurn: async (turn) => {
          const served = await stage.serveTurn(turn);
          return turn.number === number ? { ...served, ...change } : served;
        },
        close: () => {
          closedCount++;
          return stage.close();
        },
      };
    };
    const { isRight, acts } = await play(openStage);
    expect(isRight).toBe(false);
    expect(acts.every((summary) => !summary.isRight)).toBe(true);
    expect(closedCount).toBe(ACTS.length);
  });

  test.each<[string, number, Partial<ServedTurn>, readonly boolean[]]>([
    ['a new session waits', 1, { waitMs: 300 }, [true, false, true, false]],
    ['a new session does not wait', 1, { waitMs: 0 }, [false, true, false, true]],
    ['the second turn is cold', 2, { cachedTokens: 0 }, [true, false, true, false]],
    ['the second turn is warm', 2, { cachedTokens: 5000 }, [false, true, false, true]],
  ])('tells both ways apart: %s', async (_, number, change, right) => {
    const openStage = async (act: Act): Promise<Stage> => {
      const stage = await openInProcessStage(act);
      return {
        ...stage,
        serveTurn: async (turn) => {
          const served = await stage.serveTurn(turn);
          return turn.number === number ? { ...served, ...change } : served;
        },
      };
    };
    const { acts } = await play(openStage);
    expect(acts.map((summary) => summary.isRight)).toEqual(right);
  });

  test('closes a stage that breaks', async () => {
    let isClosed = false;
    const openStage = (): Promise<Stage> =>
      Promise.resolve({
        fill: () => Promise.reject(new Error('broken')),
        drain: () => Promise.resolve(),
        serveTurn: () => Promise.reject(new Error('never asked')),
        close: () => {
          isClosed = true;
          return Promise.resolve();
        },
      });
    await expect(play(openStage)).rejects.toThrow('broken');
    expect(isClosed).toBe(true);
  });
});
