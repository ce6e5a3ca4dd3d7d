import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { RunSummary } from '../../../../src/adapters/simulator/index.js';
import { bundleProgram } from '../../../support/bundle-program.js';

/** Several times what a run needs, and a small part of what its requests would take together. */
const OLD_SPACE_MIB = 24;

/** Totals of a run in a process that ends as soon as it keeps more than there is room for. */
const totalsInLittleMemory = async (
  scenario: 'single-requests' | 'sessions',
  requests: number,
): Promise<RunSummary['totals']> => {
  const file = join(import.meta.dirname, 'long-run-program.ts');
  const program = await bundleProgram({ file }, `simulator/${scenario}`);
  const limit = `--max-old-space-size=${String(OLD_SPACE_MIB)}`;
  const args = [limit, program, scenario, String(requests)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as RunSummary['totals'];
};

test.each([
  ['single-requests', 1_000_000],
  ['sessions', 100_000],
] as const)('%s: %i requests run in little memory', async (scenario, requests) => {
  const totals = await totalsInLittleMemory(scenario, requests);
  // Chance puts a few more or fewer into the time, which ends some sessions early.
  expect(Math.abs(totals.arrived / requests - 1)).toBeLessThan(0.05);
  expect(totals).toMatchObject({ done: totals.arrived, refused: 0, failed: 0, open: 0 });
});
