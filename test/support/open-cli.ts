import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtCommand } from './built-command.js';

/** What a run of the command left behind. */
export type Run = Readonly<{ status: number | null; stdout: string; stderr: string }>;

/** The command, with a folder of its own. */
export type Cli = Readonly<{
  /** Path of the script. */
  script: string;
  /** An empty folder for files; runs start in it. */
  folder: string;
  /** Runs it to its end. */
  run: (args: readonly string[], stdin?: string | Uint8Array) => Promise<Run>;
  /** Runs a shell line in which `$HOMEWARD` is the command. */
  shell: (line: string) => Promise<Run>;
  /** Removes the folder. */
  remove: () => void;
}>;

/** The built command, and an empty folder to run it in. */
export const openCli = (): Cli => {
  const script = builtCommand();
  const folder = mkdtempSync(join(tmpdir(), 'homeward-cli-'));
  return {
    script,
    folder,
    run: (args, stdin = '') => runProcess(folder, process.execPath, [script, ...args], stdin),
    shell: (line) =>
      runProcess(folder, 'bash', ['-c', `HOMEWARD="${process.execPath} ${script}"; ${line}`], ''),
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** Runs a program to its end, with `stdin` as its input. */
export const runProcess = (
  cwd: string,
  command: string,
  args: readonly string[],
  stdin: string | Uint8Array = '',
): Promise<Run> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd });
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
