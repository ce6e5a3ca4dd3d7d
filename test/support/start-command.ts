import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { builtCommand } from './built-command.js';

/** A command that runs as a process of its own. */
export type StartedCommand = Readonly<{
  child: ChildProcess;
  /** What it has printed so far. */
  output: Readonly<{ out: string; err: string }>;
  /** Base URL, the first that it prints; rejects with its complaints when it ends without one. */
  url: () => Promise<string>;
  /** Resolves with the exit status; null when a signal ended it. */
  exit: Promise<number | null>;
  /** Resolves once what it has printed fits; rejects when it ends before. */
  printed: (fits: (output: Readonly<{ out: string; err: string }>) => boolean) => Promise<void>;
}>;

/** Where and with what a command runs. */
export type StartOptions = Readonly<{
  /** Settings; nothing of the environment of the tests but PATH is passed on. */
  env?: Readonly<Record<string, string>>;
  cwd?: string;
  /** In place of the built command. */
  script?: string;
  /** A command with flags that starts it. */
  within?: readonly string[];
}>;

/** Starts `homeward ARGS`; it ends with the test. */
export const startCommand = (
  args: readonly string[],
  options: StartOptions = {},
): StartedCommand => {
  const started = spawnCommand(args, options);
  onTestFinished(() => void started.child.kill('SIGKILL'));
  return started;
};

/** Starts `homeward ARGS`; whoever starts it ends it. */
export const spawnCommand = (
  args: readonly string[],
  { env = {}, cwd, script = builtCommand(), within = [] }: StartOptions = {},
): StartedCommand => {
  const [program, ...all] = [...within, process.execPath, script, ...args];
  const child = spawn(program!, all, {
    env: { PATH: process.env['PATH'], ...env },
    ...(cwd !== undefined && { cwd }),
  });
  const output = { out: '', err: '' };
  child.stdout.on('data', (text: Buffer) => (output.out += text.toString()));
  child.stderr.on('data', (text: Buffer) => (output.err += text.toString()));
  let isOver = false;
  const exit = once(child, 'close').then(([code]) => {
    isOver = true;
    return code as number | null;
  });
  const printed: StartedCommand['printed'] = async (fits) => {
    while (!fits(output)) {
      if (isOver) throw new Error(`it ended first: ${output.out}${output.err}`);
      await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), exit]);
    }
  };
  const url = async (): Promise<string> => {
    const found = (): string | undefined => /http:\/\/[^\s;]+(?=[\s;])/.exec(output.out)?.[0];
    await printed(() => found() !== undefined);
    return found()!;
  };
  return { child, output, url, exit, printed };
};
