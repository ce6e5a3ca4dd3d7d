import { spawn } from 'node:child_process';
import { Console } from 'node:console';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, type Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { builtCommand } from './built-command.js';

const { nativeImport } = createRequire(import.meta.url)('./native-import.cjs') as {
  nativeImport: (url: string) => Promise<unknown>;
};

/** What a run of the command left behind. */
export type Run = Readonly<{ status: number | null; stdout: string; stderr: string }>;

/** The command, with a folder of its own. */
export type Cli = Readonly<{
  /** Path of the script. */
  script: string;
  /** An empty folder for files; runs start in it. */
  folder: string;
  /** Runs it to its end, in this process: a start of node costs more than most runs. */
  run: (args: readonly string[], stdin?: string | Uint8Array) => Promise<Run>;
  /** Runs it to its end in a process of its own. */
  spawn: (args: readonly string[], stdin?: string | Uint8Array) => Promise<Run>;
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
    run: (args, stdin = '') => {
      const run = lastRun.then(() => runHere(folder, script, args, stdin));
      lastRun = run.catch(() => undefined);
      return run;
    },
    spawn: (args, stdin = '') => runProcess(folder, process.execPath, [script, ...args], stdin),
    shell: (line) =>
      runProcess(folder, 'bash', ['-c', `HOMEWARD="${process.execPath} ${script}"; ${line}`], ''),
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** Runs in this process share its folder and streams, so they take turns. */
let lastRun: Promise<unknown> = Promise.resolve();
let runs = 0;

/** Runs the script in this process, with streams, arguments and a folder of its own. */
const runHere = async (
  folder: string,
  script: string,
  args: readonly string[],
  stdin: string | Uint8Array,
): Promise<Run> => {
  const stdout = collector();
  const stderr = collector();
  const restore = replaceOnProcess({
    stdin: new PassThrough().end(stdin),
    stdout: stdout.stream,
    stderr: stderr.stream,
    argv: [process.execPath, script, ...args],
  });
  const { console: outer } = globalThis;
  process.exitCode = undefined;
  const cwd = process.cwd();
  globalThis.console = new Console(stdout.stream, stderr.stream);
  process.chdir(folder);
  try {
    // A query makes the script run again; what it imports stays loaded.
    const url = `${pathToFileURL(script).href}?run=${String(++runs)}`;
    const { finished } = (await nativeImport(url)) as { finished: Promise<void> };
    await finished;
    const status = process.exitCode === undefined ? 0 : Number(process.exitCode);
    return { status, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    process.exitCode = undefined;
    process.chdir(cwd);
    globalThis.console = outer;
    restore();
  }
};

/** A stream that keeps what is written to it. */
const collector = (): Readonly<{ stream: Writable; text: () => string }> => {
  const chunks: Buffer[] = [];
  const stream = new PassThrough();
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return { stream, text: () => Buffer.concat(chunks).toString('utf8') };
};

/** Gives the process other properties; the result gives back those it had. */
const replaceOnProcess = (properties: Readonly<Record<string, unknown>>): (() => void) => {
  const before = Object.keys(properties).map(
    (name) => [name, Object.getOwnPropertyDescriptor(process, name)!] as const,
  );
  for (const [name, value] of Object.entries(properties)) {
    Object.defineProperty(process, name, { value, configurable: true, writable: true });
  }
  return () => {
    for (const [name, descriptor] of before) Object.defineProperty(process, name, descriptor);
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
