import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bundleProgram } from '../../../support/bundle-program.js';

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
  const program = await bundleProgram(
    { file: join(import.meta.dirname, 'memory-program.ts') },
    `memory/${subject}`,
  );
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--expose-gc',
    program,
    subject,
    String(few),
    String(many),
  ]);
  return JSON.parse(stdout) as MemoryReport;
};
