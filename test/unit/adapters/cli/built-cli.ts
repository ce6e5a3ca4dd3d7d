import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** What a run of the command left behind. */
export type Run = Readonly<{ status: number | null; stdout: string; stderr: string }>;

/** The command, built into a folder of its own. */
export type BuiltCli = Readonly<{
  /** Path of the script. */
  script: string;
  /** An empty folder for files; runs start in it. */
  folder: string;
  run: (args: readonly string[], stdin?: string | Uint8Array) => Promise<Run>;
  /** Runs a shell line in which `$HOMEWARD` is the command. */
  shell: (line: string) => Promise<Run>;
  remove: () => void;
}>;

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** Longest any run may take. */
const RUN_TIMEOUT_MS = 20_000;

/** Builds the command; dependencies are found as the folder lies under node_modules. */
export const buildCli = async (): Promise<BuiltCli> => {
  const cache = join(root, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const outdir = mkdtempSync(join(cache, 'homeward-test-'));
  const folder = mkdtempSync(join(tmpdir(), 'homeward-cli-'));
  await build({
    entryPoints: [join(root, 'src', 'cli.ts')],
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    logLevel: 'error',
    outExtension: { '.js': '.mjs' },
  });
  const script = join(outdir, 'cli.mjs');
  return {
    script,
    folder,
    run: (args, stdin = '') => runProcess(folder, process.execPath, [script, ...args], stdin),
    shell: (line) =>
      runProcess(folder, 'bash', ['-c', `HOMEWARD="${process.execPath} ${script}"; ${line}`], ''),
    remove: () => {
      for (const made of [outdir, folder]) rmSync(made, { recursive: true, force: true });
    },
  };
};

const runProcess = (
  cwd: string,
  command: string,
  args: readonly string[],
  stdin: string | Uint8Array,
): Promise<Run> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, timeout: RUN_TIMEOUT_MS });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    // A command that does not read its input closes it.
    child.stdin.on('error', () => undefined);
    child.on('error', reject);
    child.on('close', (status) => {
      resolve({
        status,
        stdout: Buffer.concat(stdout).toString('utf8'),
        stderr: Buffer.concat(stderr).toString('utf8'),
      });
    });
    child.stdin.end(stdin);
  });
