import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import {
  EVENT_KINDS,
  openWorkload,
  readScenario,
  SESSION_KEYS,
  TRACE_FORMATS,
} from '../../src/adapters/simulator/index.js';
import { runExample } from '../support/run-example.js';

const root = new URL('../../', import.meta.url).pathname;
const docs = readFileSync(join(root, 'docs/simulator.md'), 'utf8');

describe('docs/simulator.md', () => {
  test('shows the scenario of the examples', () => {
    const [, block] = /```json\n([^]*?)```/.exec(docs)!;
    expect(block).toBe(readFileSync(join(root, 'examples/scenario.json'), 'utf8'));
  });

  test('its program compares the policies of a scenario', async () => {
    const [, program] = /```ts\n([^]*?)```/.exec(docs)!;
    const folder = mkdtempSync(join(tmpdir(), 'homeward-docs-'));
    const file = join(folder, 'scenario.json');
    writeFileSync(file, readFileSync(join(root, 'examples/scenario.json')));
    try {
      const code = program!.replace("'scenario.json'", JSON.stringify(file));
      const printed = await runExample(code, 'simulator-docs');
      expect(printed).toContain('# two clusters');
      expect(printed).toContain('| home |');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('tells the order of events, all trace formats and all ways to know a session', () => {
    const [, order] = /## Order of events\n([^]*?)\n## /.exec(docs)!;
    const told = [...order!.matchAll(/`(\w+)`/g)].map(([, kind]) => kind);
    expect(told.filter((kind) => EVENT_KINDS.includes(kind as never))).toEqual([...EVENT_KINDS]);
    for (const name of [...TRACE_FORMATS, ...SESSION_KEYS]) expect(docs).toContain(`\`${name}\``);
  });
});

describe('the scenarios that come along', () => {
  const folder = join(root, 'data/scenarios');
  const files = readdirSync(folder);

  test('are those a reader may look for', () => {
    expect(files).toEqual(
      expect.arrayContaining([
        ...['saturated-rank-one.json', 'hot-keys.json', 'overload.json'],
        ...['slowdown-and-outage.json', 'mixed-fleet.json', 'many-routers.json'],
      ]),
    );
  });

  test.each(files)('%s is whole, and its workload can be opened', async (file) => {
    const read = await readScenario(join(folder, file));
    if (E.isLeft(read)) throw new Error(read.left.join('\n'));
    expect(read.right.name).toBe(file.replace('.json', ''));
    expect(read.right.description).not.toBe('');
    const opened = await openWorkload(read.right.workload);
    expect(E.isRight(opened) && opened.right.skippedCount).toBe(0);
  });
});
