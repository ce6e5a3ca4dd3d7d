import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const root = resolve(import.meta.dirname, '../../../..');

/** What the memory program prints. */
export type MemoryReport = Readonly<{
  /** Bytes reachable after the few. */
  fewBytes: number;
  /** Bytes reachable after all. */
  manyBytes: number;
  /** Most dynamic instances at any time. */
  mostEntries: number;
  /** Processor time, which other work on the machine does not stretch. */
  cpuSeconds: number;
}>;

/** Puts `many` distinct ones through an engine, in a process of its own. */
export const runMemoryProgram = async (
  subject: 'expressions' | 'affinity-keys' | 'targets',
  few: number,
  many: number,
): Promise<MemoryReport> => {
  const outfile = join(root, `node_modules/.cache/homeward-memory/${subject}.mjs`);
  await build({
    entryPoints: [join(import.meta.dirname, 'memory-program.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'silent',
  });
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--expose-gc',
    outfile,
    subject,
    String(few),
    String(many),
  ]);
  return JSON.parse(stdout) as MemoryReport;
};
