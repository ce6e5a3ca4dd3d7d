/**
 * The study of docs/study.md: `npm run study`, `npm run study -- --quick`, `-- --write`.
 *
 * Prints Markdown, the same bytes on every machine; how long it takes goes to standard error.
 * `--write` puts the tables into the document, `--only NAME` makes one of them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { serveJobs } from '../../src/adapters/simulator/index.js';
import { SECTIONS, type Settings } from './sections.js';

const threadCount = availableParallelism();
const QUICK: Settings = { seedCount: 2, arenaSeedCount: 2, share: 0.05, threadCount };
const WHOLE: Settings = { seedCount: 10, arenaSeedCount: 30, share: 1, threadCount };

const main = async (): Promise<void> => {
  const isQuick = process.argv.includes('--quick');
  const startedMs = performance.now();
  const tables = new Map<string, string>();
  const only = process.argv.includes('--only')
    ? process.argv[process.argv.indexOf('--only') + 1]
    : '';
  for (const { name, title, run } of SECTIONS) {
    if (only && name !== only) continue;
    const table = await run({ ...(isQuick ? QUICK : WHOLE), workerScript: SCRIPT });
    tables.set(name, table);
    console.log(`## ${title}\n\n${table}\n`);
    process.stderr.write(`${name}: ${((performance.now() - startedMs) / 1000).toFixed(0)} s\n`);
  }
  if (process.argv.includes('--write')) writeTables(tables);
};

const SCRIPT = fileURLToPath(import.meta.url);

const DOCUMENT = 'docs/study.md';

/** Puts each table between the marks that carry its name. */
const writeTables = (tables: ReadonlyMap<string, string>): void => {
  let text = readFileSync(DOCUMENT, 'utf8');
  for (const [name, table] of tables) {
    const marks = new RegExp(`(<!-- study: ${name} -->\n)[^]*?(\n<!-- end -->)`);
    text = text.replace(marks, (_, begin: string, end: string) => `${begin}\n${table}\n${end}`);
  }
  writeFileSync(DOCUMENT, text);
};

if (isMainThread) await main();
else serveJobs();
