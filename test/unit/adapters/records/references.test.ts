import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CaseStream, decideCase, encodeCaseLine } from '../../../../src/adapters/cases/index.js';
import { createView } from '../../../../src/adapters/platform/node.js';
import type { View } from '../../../../src/core/view/view.js';
import { openCli, type Cli } from '../../../support/open-cli.js';
import { sampleCase } from '../cli/sample-case.js';

let cli: Cli;

beforeAll(() => {
  cli = openCli();
});

afterAll(() => {
  cli.remove();
});

const { snapshot, ...question } = sampleCase;
const referring = (number: unknown, about: object = {}) => ({
  ...question,
  snapshot_ref: number,
  ...about,
});

/** Reads the given lines, one after the other, as decisions or as messages. */
const decideAll = (lines: readonly unknown[]): readonly unknown[] => {
  const stream = new CaseStream(createView);
  return lines.map((json, i) => {
    const decided = E.flatMap(stream.compile.bind(stream))(stream.read(i + 1, json));
    return E.isLeft(decided)
      ? decided.left.map(({ message }) => message)
      : decideCase(decided.right);
  });
};

const WAIT = expect.objectContaining({ kind: 'wait' }) as unknown;

describe('a reference to the snapshot of an earlier line', () => {
  test('decides as the snapshot itself does, on the same view', () => {
    const views: View[] = [];
    const stream = new CaseStream(createView);
    for (const [i, json] of [sampleCase, referring(1), sampleCase, referring(1)].entries()) {
      const read = stream.read(i + 1, json);
      const compiled = E.isRight(read) ? stream.compile(read.right) : read;
      if (E.isLeft(compiled)) throw new Error(compiled.left[0]?.message);
      expect(decideCase(compiled.right)).toEqual(WAIT);
      views.push(compiled.right.view);
    }
    expect(views[1]).toBe(views[0]);
    expect(views[2]).not.toBe(views[0]);
    expect(views[3]).toBe(views[0]);
  });

  test('may name a line that is bad but for its snapshot, not one with a bad snapshot', () => {
    const badSnapshot = { ...snapshot, clusters: [{ cluster_id: 'A' }] };
    const results = decideAll([
      { ...sampleCase, elapsed_ms: -1 },
      referring(1),
      { ...sampleCase, snapshot: badSnapshot },
      referring(3),
    ]);
    expect(results[1]).toEqual(WAIT);
    expect(results[3]).toEqual([
      'snapshot_ref: expected a line that carries a snapshot, among the latest 4096 of at most 65536 clusters together, given 3',
    ]);
  });

  test.each([
    [3, 'the number of an earlier line, this one being line 3, given 3'],
    [4, 'the number of an earlier line, this one being line 3, given 4'],
    [0, 'the number of an earlier line, this one being line 3, given 0'],
    [1.5, 'the number of an earlier line, this one being line 3, given 1.5'],
    ['1', 'the number of an earlier line, this one being line 3, given "1"'],
    [[1], 'the number of an earlier line, this one being line 3, given an array'],
  ])('is a clear error when it is %j', (number, message) => {
    const results = decideAll([sampleCase, sampleCase, referring(number)]);
    expect(results[2]).toEqual([`snapshot_ref: expected ${message}`]);
  });

  test('is told together with whatever else is wrong with the line', () => {
    const json = referring(7, { elapsed_ms: -1, request: {} });
    expect((decideAll([json])[0] as readonly string[]).map((text) => text.split(':')[0])).toEqual([
      'request.request_id',
      'elapsed_ms',
      'snapshot_ref',
    ]);
  });

  test('is not allowed beside a snapshot', () => {
    expect(decideAll([sampleCase, { ...sampleCase, snapshot_ref: 1 }])[1]).toEqual([
      'snapshot_ref: expected no such member beside snapshot, given 1',
    ]);
    expect(decideAll([{ ...sampleCase, snapshot_ref: null }])[0]).toEqual(WAIT);
  });

  test('is refused where lines were taken out of their file, which would mix snapshots up', () => {
    const carrier = { ...sampleCase, line: 101 };
    const results = decideAll([carrier, referring(1, { line: 102 }), referring(1, { line: 'x' })]);
    expect(results).toEqual([
      WAIT,
      [
        'snapshot_ref: expected the whole file, as it was written: this line states line number 102, but is line 2, given 1',
      ],
      [
        'snapshot_ref: expected the whole file, as it was written: this line states line number "x", but is line 3, given 1',
      ],
    ]);
  });

  test('reaches back as far as 4,096 snapshots, or 65,536 clusters, that were used last', () => {
    const stream = new CaseStream(createView);
    const canRefer = (here: number, number: number) =>
      E.isRight(stream.read(here, referring(number)));
    for (let i = 1; i <= 4096; i++) stream.read(i, sampleCase);
    expect(canRefer(4097, 1)).toBe(true);
    stream.read(4098, sampleCase);
    expect(canRefer(4099, 2)).toBe(false);
    expect(canRefer(4099, 1)).toBe(true);
    const clusters = Array.from({ length: 65_535 }, (_, i) => ({
      cluster_id: String(i),
      rtt_ms: 0,
    }));
    stream.read(5000, { ...question, snapshot: { model_id: 'm', clusters } });
    expect(canRefer(5001, 5000)).toBe(true);
    expect(canRefer(5001, 1)).toBe(false);
    stream.read(5002, sampleCase);
    expect(canRefer(5003, 5000)).toBe(false);
  });
});

describe('the command line', () => {
  test('decides lines that refer to others, counting blank ones, whatever their decision', async () => {
    const lines = [
      JSON.stringify({ ...sampleCase, decision: 'ignored' }),
      '',
      'no JSON',
      JSON.stringify(referring(1)),
      JSON.stringify(referring(2)),
    ];
    const { status, stdout, stderr } = await cli.run(['decide'], lines.join('\n'));
    const results = stdout.split('\n');
    expect(results[2]).toBe(results[0]);
    expect(results[0]).toContain('"kind":"wait"');
    expect(results[3]).toContain('"path":"snapshot_ref"');
    expect(stderr).toBe('2 of 4 lines could not be decided, the first is line 3\n');
    expect(status).toBe(1);
  });

  test('explains no line that needs another, and says so', async () => {
    const { status, stderr } = await cli.run(['explain', '-'], JSON.stringify(referring(1)));
    expect(stderr).toMatch(
      /^error: standard input, line 1, column \d+: snapshot_ref: expected the snapshot itself, as this case stands alone, given 1\n$/,
    );
    expect(status).toBe(1);
  });

  test('needs no more memory for many snapshots', async () => {
    const clusters = Array.from({ length: 100 }, (_, i) => ({
      cluster_id: `cluster-${String(i)}`,
      rtt_ms: 5,
      stats: { last_mean_input_tps: 1000.5, max_engine_concurrency: 8 },
    }));
    const carrier = JSON.stringify({
      config: 'random',
      snapshot: { model_id: 'm', clusters },
      request: { request_id: 'r' },
    });
    const path = join(cli.folder, 'many.jsonl');
    writeFileSync(path, `${carrier}\n`.repeat(3000));
    expect(readFileSync(path).length).toBeGreaterThan(2e7);
    const { status, stdout } = await cli.shell(
      '${HOMEWARD/ / --max-old-space-size=160 } decide many.jsonl | wc -l',
    );
    expect(stdout.trim()).toBe('3000');
    expect(status).toBe(0);
  });
});

describe('a case that was read by reference', () => {
  test('is written as one that stands alone', () => {
    const stream = new CaseStream(createView);
    stream.read(1, sampleCase);
    const read = stream.read(2, referring(1, { elapsed_ms: 5 }));
    if (E.isLeft(read)) throw new Error(read.left[0]?.message);
    const alone = encodeCaseLine(read.right);
    expect(alone).not.toHaveProperty('snapshot_ref');
    expect(decideAll([alone])[0]).toMatchObject({ kind: 'wait', wait_ms: 295 });
  });
});
