import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { coldKeyRows } from './groups/cold-key.js';
import { drawRows } from './groups/draw.js';
import { everyAlgorithmRows } from './groups/every-algorithm.js';
import { expressionRows } from './groups/expression.js';
import { hashringRows } from './groups/hashring.js';
import { limitRows } from './groups/limits.js';
import { memoryRows } from './groups/memory.js';
import { orientationRows } from './groups/orientation.js';
import { publishRows } from './groups/publish.js';
import { rankOneShortcutRows } from './groups/rank-one-shortcut.js';
import { selectionRows } from './groups/selection.js';
import { sessionPlanRows } from './groups/session-plan.js';
import { warmHitRows } from './groups/warm-hit.js';
import { KeySet } from './keys.js';
import { parseOptions, USAGE, type Options } from './options.js';
import { memoryTable, summary, timingTable } from './report.js';
import { runMemoryRows, runRows, settle } from './run.js';
import type { Row } from './subject.js';

const RESULTS_FILE = 'bench-results.json';

const allRows = (keys: KeySet): readonly (readonly Row[])[] => [
  warmHitRows(keys),
  selectionRows(),
  drawRows(),
  limitRows(),
  coldKeyRows(),
  sessionPlanRows(keys),
  rankOneShortcutRows(keys),
  hashringRows(keys),
  expressionRows(),
  publishRows(),
  orientationRows(keys),
  everyAlgorithmRows(keys),
];

const main = (options: Options): void => {
  const startedAt = new Date().toISOString();
  const memory = runMemoryRows(memoryRows(options.memoryLoad), options);
  if (memory.length > 0) console.log(memoryTable(memory));
  const groups = allRows(new KeySet(options.keyCount));
  settle(groups.flat(), options);
  const timings = groups.flatMap((rows) => {
    const results = runRows(rows, options);
    if (results.length > 0) console.log(timingTable(results));
    return results;
  });
  console.log(summary([...memory, ...timings]));
  const machine = { node: process.version, cpu: cpus()[0]?.model, cpuCount: cpus().length };
  const document = { startedAt, quick: options.quick, machine, memory, timings };
  writeFileSync(RESULTS_FILE, `${JSON.stringify(document, null, 2)}\n`);
  console.log(`\nwritten to ${RESULTS_FILE}`);
};

try {
  if (globalThis.gc === undefined) throw new Error('run node with --expose-gc');
  const options = parseOptions(process.argv.slice(2));
  if (options === undefined) console.log(USAGE);
  else main(options);
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  process.exitCode = 2;
}
