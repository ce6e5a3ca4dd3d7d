import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** A demo that runs, and what it has printed so far. */
export type StartedDemo = Readonly<{
  child: ChildProcess;
  output: Readonly<{ out: string; err: string }>;
  /** Resolves with the exit status when it is over. */
  exit: Promise<number | null>;
  /** Base URLs of its servers, once it has printed them. */
  servers: () => readonly string[];
}>;

/** Starts `homeward demo` from a built script. */
export const startDemo = (script: string, flags: readonly string[] = []): StartedDemo => {
  const child = spawn(process.execPath, [script, 'demo', ...flags]);
  const output = { out: '', err: '' };
  child.stdout.on('data', (text: Buffer) => (output.out += text.toString()));
  child.stderr.on('data', (text: Buffer) => (output.err += text.toString()));
  return {
    child,
    output,
    exit: once(child, 'close').then(([status]) => status as number | null),
    servers: () => output.out.match(/http:\/\/\S+/g) ?? [],
  };
};

/** Whether anybody listens at a base URL. */
export const isUp = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );
