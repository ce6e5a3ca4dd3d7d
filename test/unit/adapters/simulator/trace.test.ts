import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as E from 'fp-ts/lib/Either.js';
import { afterAll, describe, expect, test } from 'vitest';
import {
  openWorkload,
  type OpenedWorkload,
  type TraceModel,
  type Turn,
} from '../../../../src/adapters/simulator/index.js';

const folder = mkdtempSync(join(tmpdir(), 'homeward-trace-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const fileOf = (content: string | Uint8Array): string => {
  const file = join(folder, `trace-${String(Math.trunc(performance.now() * 1000))}`);
  writeFileSync(file, content);
  return file;
};

const model = (parts: Partial<TraceModel>): TraceModel => ({
  ...{ kind: 'trace', format: 'json-lines', file: '', sessionsFile: undefined },
  ...{ prefixes: 'listed', loop: 'open', blockTokens: 10, openingBlocks: 1 },
  ...{ answerTokens: 200, limit: Infinity, pace: 1, spreadMs: 0, sessionsPerSecond: 1 },
  ...{ maxThinkMs: Infinity, maxInputTokens: Infinity, onBadRow: 'stop' },
  ...parts,
});

const open = (content: string | Uint8Array, parts: Partial<TraceModel> = {}) =>
  openWorkload(model({ file: fileOf(content), ...parts }));

const opened = async (
  content: string | Uint8Array,
  parts: Partial<TraceModel> = {},
): Promise<OpenedWorkload> => {
  const found = await open(content, parts);
  if (E.isLeft(found)) throw new Error(found.left);
  return found.right;
};

const turnsOf = ({ create }: OpenedWorkload, seed = 's'): Turn[] => {
  const workload = create(seed);
  const turns: Turn[] = [];
  for (let turn = workload.next(); turn !== undefined; turn = workload.next()) turns.push(turn);
  return turns;
};

const fault = async (content: string | Uint8Array, parts: Partial<TraceModel> = {}) => {
  const found = await open(content, parts);
  return E.isLeft(found) ? found.left.replace(/^.*trace-\d+/, 'FILE') : 'none';
};

const row = (parts: object = {}): string =>
  JSON.stringify({ at_ms: 0, input_tokens: 25, output_tokens: 5, ...parts });

describe('a bad trace', () => {
  test.each([
    [row({ at_ms: -1 }), 'FILE, line 2: at_ms: expected a finite number >= 0, given -1'],
    [
      row({ at_ms: 4 }),
      'FILE, line 2: at_ms: expected a time >= that of the row before, 5, given 4',
    ],
    [
      row({ at_ms: undefined }),
      'FILE, line 2: at_ms: expected a time from the start of the trace, ms, given nothing',
    ],
    [
      row({ input_tokens: 'many' }),
      'FILE, line 2: input_tokens: expected an integer from 0 to 2^53-1, given "many"',
    ],
    [
      row({ at_ms: 6, blocks: [1, -2] }),
      'FILE, line 2: blocks[1]: expected an integer from 0 to 2^53-1, given -2',
    ],
    ['{"at_ms": 7', 'FILE, line 2: column '],
    ['\xff', 'FILE, line 2: column '],
  ])('names line and field: %s', async (line, message) => {
    expect(await fault(`${row({ at_ms: 5 })}\n${line}\n`)).toContain(message);
  });

  test('names a missing field of every other format, too', async () => {
    const cases: [TraceModel['format'], string, string][] = [
      [
        'mooncake',
        '{"timestamp":0,"input_length":5,"output_length":1}',
        'line 1: hash_ids: expected',
      ],
      ['azure', 'arrival_ms,ContextTokens\n', 'line 1: GeneratedTokens: expected a column'],
      [
        'azure',
        'arrival_ms,ContextTokens,GeneratedTokens\n0,-3,1\n',
        'line 2: ContextTokens: expected a number >= 0, given "-3"',
      ],
      [
        'azure',
        'arrival_ms,ContextTokens,GeneratedTokens\n0,1\n',
        'line 2: the input: expected 3 cells',
      ],
    ];
    for (const [format, text, message] of cases) {
      expect(await fault(text, { format })).toContain(message);
    }
  });

  test('stops the run, or is passed over and counted', async () => {
    const text = [row(), 'no JSON', row({ at_ms: 9 }), row({ at_ms: 8 }), row({ at_ms: 10 })].join(
      '\n',
    );
    expect(await fault(text)).toContain('line 2');
    const { skipped, skippedCount, ...rest } = await opened(text, { onBadRow: 'skip' });
    expect(skippedCount).toBe(2);
    expect(skipped.map(({ line }) => line)).toEqual([2, 4]);
    expect(turnsOf({ skipped, skippedCount, ...rest }).map(({ atMs }) => atMs)).toEqual([0, 9, 10]);
  });

  test('that is damaged within its archive gives the rows before the damage, if asked to', async () => {
    const lines = Array.from({ length: 5000 }, (_, at) =>
      row({ at_ms: at, session: `s${String(at)}` }),
    );
    const bytes = gzipSync(lines.join('\n'));
    const cut = bytes.subarray(0, bytes.length - 500);
    expect(await fault(cut)).toMatch(/^FILE: expected a whole file, damaged after line \d+ \(/);
    const found = await opened(cut, { onBadRow: 'skip' });
    expect(found.skippedCount).toBe(1);
    expect(turnsOf(found).length).toBeGreaterThan(1000);
    bytes[30] = bytes[30]! ^ 0xff;
    expect(await fault(bytes)).toContain('FILE: expected a whole file, damaged after line');
  });

  test('that is not there is named', async () => {
    const found = await openWorkload(model({ file: join(folder, 'none') }));
    expect(E.isLeft(found) && found.left).toContain('none: there is no such file');
  });
});

describe('a trace', () => {
  test('tells prefixes by numbered blocks: the last known one, and the rest is new', async () => {
    const text = [
      row({ input_tokens: 25 }),
      row({ input_tokens: 32, after: 1 }),
      row({ input_tokens: 10, after: 0 }),
    ].join('\n');
    const turns = turnsOf(await opened(text, { prefixes: 'numbered' }));
    expect(turns.map(({ blocks }) => blocks)).toEqual([[0, 1, 2], [0, 1, 3, 4], [0]]);
    expect(await fault(row({ after: 3 }), { prefixes: 'numbered' })).toContain(
      'line 1: after: expected a block of a row before, below 0, given 3',
    );
  });

  test('tells prefixes by an earlier turn of the session, in a closed loop', async () => {
    const text = [
      '{"session":"a","input_tokens":25,"output_tokens":1}',
      '{"session":"a","input_tokens":47,"output_tokens":1,"shared_turn":1,"shared_tokens":20,"think_ms":300}',
      '{"session":"b","input_tokens":10,"output_tokens":1}',
    ].join('\n');
    const workload = (await opened(text, { prefixes: 'by-turn', loop: 'closed' })).create('s');
    const first = [workload.next()!, workload.next()!].find(({ session }) => session.id === 'a')!;
    expect(first.blocks).toEqual([0, 1]);
    const second = workload.after(first, 1000, 'done')!;
    expect([second.atMs, second.number, second.blocks]).toEqual([1300, 2, [0, 1, 2, 3]]);
    expect(workload.after(second, 2000, 'done')).toBeUndefined();
    expect(workload.after(first, 1000, 'refused')).toBeUndefined();
    expect(workload.next()).toBeUndefined();
  });

  test('spreads requests of one moment over the step of its clock, in their order', async () => {
    const text = Array.from({ length: 40 }, (_, at) =>
      row({ at_ms: at < 30 ? 0 : 3000, session: `s${String(at)}` }),
    ).join('\n');
    const found = await opened(text, { spreadMs: 3000 });
    const times = turnsOf(found).map(({ atMs }) => atMs);
    expect([...times].sort((a, b) => a - b)).toEqual(times);
    expect(times[29]).toBeLessThan(3000);
    expect(times[29]).toBeGreaterThan(2900);
    expect(times[39]).toBeGreaterThan(5700);
    expect(turnsOf(found)).toEqual(turnsOf(found));
    expect(turnsOf(found, 'other')).not.toEqual(turnsOf(found));
    const faster = turnsOf(await opened(text, { spreadMs: 3000, pace: 2 })).map(({ atMs }) => atMs);
    expect(faster).toEqual(times.map((atMs) => atMs / 2));
  });

  test('knows a later turn by its session, and its history by the blocks it has filled', async () => {
    const text = [
      row({ session: 'a', input_tokens: 25, blocks: [0, 1, 2] }),
      row({ session: 'b', input_tokens: 25, blocks: [0, 5, 6] }),
      row({ session: 'a', input_tokens: 44, blocks: [0, 1, 3, 4, 7] }),
    ].join('\n');
    const [first, other, later] = turnsOf(await opened(text));
    expect([first!.number, later!.number]).toEqual([1, 2]);
    expect(later!.session).toBe(first!.session);
    expect(first!.session.opening).toBe(other!.session.opening);
    expect(first!.position).toEqual({ before: undefined, own: 'block 1' });
    expect(later!.position).toEqual({ before: 'block 1', own: 'block 4' });
    const [apart, otherApart] = turnsOf(await opened(text, { openingBlocks: 2 }));
    expect(apart!.session.opening).not.toBe(otherApart!.session.opening);
  });

  test('is read as far as wanted, and without prompts that are too long', async () => {
    const text = [row({ input_tokens: 90 }), row(), row()].join('\n');
    expect(turnsOf(await opened(text, { limit: 2 }))).toHaveLength(2);
    expect(turnsOf(await opened(text, { maxInputTokens: 50 }))).toHaveLength(2);
  });

  test.each([
    ['mooncake-conversation', 'numbered', 12_031, 8110],
    ['mooncake-synthetic', 'numbered', 3993, 3993],
    ['azure-conversation', 'listed', 2867, 2867],
  ] as const)('comes along: %s', async (name, prefixes, requests, sessions) => {
    const file = new URL(`../../../../data/${name}.jsonl.gz`, import.meta.url).pathname;
    const found = await openWorkload(model({ file, prefixes, blockTokens: 512 }));
    const turns = turnsOf(
      E.isRight(found) ? found.right : await Promise.reject(new Error(found.left)),
    );
    expect(turns).toHaveLength(requests);
    expect(new Set(turns.map(({ session }) => session)).size).toBe(sessions);
  });
});
