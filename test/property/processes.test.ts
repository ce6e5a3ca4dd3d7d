import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleProgram } from '../support/bundle-program.js';
import { effort } from '../support/effort.js';
import { decideCase, timelineCase } from '../support/run-case.js';
import { SEEDS } from '../support/check-law.js';
import { routingCases, type RoutingCase } from './arbitraries/engine-case.js';
import { busy } from './laws/laws.js';

const CASE_COUNT = effort(300);

let program = '';

beforeAll(async () => {
  const file = join(import.meta.dirname, '../support/deciding-program.ts');
  program = await bundleProgram({ file }, `deciding-${String(process.pid)}`);
});

afterAll(() => {
  rmSync(program, { force: true });
});

const decideElsewhere = (cases: readonly RoutingCase[], ...flags: readonly string[]): unknown => {
  const child = spawnSync(process.execPath, [...flags, program], {
    input: JSON.stringify(cases),
    env: { TZ: 'Asia/Kathmandu', LANG: 'tr_TR.UTF-8' },
    maxBuffer: 64 * 1024 * 1024,
  });
  expect(child.stderr.toString()).toBe('');
  return JSON.parse(child.stdout.toString());
};

test.each(SEEDS)('another process decides the same (seed %i)', (seed) => {
  const drawn = fc.sample(routingCases(), { seed, numRuns: CASE_COUNT });
  const cases = drawn.map((c, i) => (i % 2 === 0 ? c : busy(c)));
  const answers = cases.map((c) => ({ decision: decideCase(c), timeline: timelineCase(c) }));
  const expected: unknown = JSON.parse(JSON.stringify(answers));
  expect(decideElsewhere(cases)).toEqual(expected);
  expect(decideElsewhere(cases, '--no-opt')).toEqual(expected);
});
