import pc from 'picocolors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { runDemo } from '../../src/adapters/demo/demo.js';
import { openInProcessStage } from '../../src/adapters/demo/in-process-stage.js';
import { ACTS, type Act, type Stage } from '../../src/adapters/demo/story.js';
import { buildCli, type BuiltCli } from '../cli/built-cli.js';

const play = (openStage: (act: Act) => Promise<Stage>, printed: string[] = []) =>
  runDemo({
    openStage,
    trace: [],
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

  test('is not right when a stage sends one turn elsewhere', async () => {
    let closedCount = 0;
    const openStage = async (act: Act): Promise<Stage> => {
      const stage = await openInProcessStage(act);
      return {
        ...stage,
        serveTurn: async (turn) => {
          const served = await stage.serveTurn(turn);
          return turn.number === 7 ? { ...served, clusterId: 'C' } : served;
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

describe('homeward demo', () => {
  let cli: BuiltCli;

  beforeAll(async () => {
    cli = await buildCli();
  });

  afterAll(() => {
    cli.remove();
  });

  test('tells the story and the trace in plain text of 100 columns, and exits with 0', async () => {
    const { status, stdout, stderr } = await cli.run(['demo']);
    expect(stdout).toContain('turn  2 -> B  no wait');
    expect(stdout).toContain('As told');
    expect(stdout).toContain('The first 500 requests');

    expect(stdout).not.toMatch(/\x1b/);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });

  test('prints JSON on demand', async () => {
    const { status, stdout } = await cli.run(['demo', '--json']);
    const result = JSON.parse(stdout) as { as_told: boolean; story: unknown[]; trace: unknown[] };
    expect(result.as_told).toBe(true);
    expect(result.story).toHaveLength(4);
    expect(result.trace).toHaveLength(4);
    expect(status).toBe(0);
  });
});
