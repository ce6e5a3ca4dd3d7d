/** Commands of this program that run as processes of their own, and end with this one. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A command that was started. */
export type RunningCommand = Readonly<{
  /** The line it printed on standard output when it listened. */
  line: string;
  /** Base URL: the first address in that line. */
  url: string;
  child: ChildProcess;
  /** Ends it as a crash would; resolves when it is gone. */
  kill: () => Promise<void>;
}>;

/** What a command is started with. */
export type CommandOptions = Readonly<{
  /** Command line after the script. */
  args: readonly string[];
  /** Added to the environment of this process, of which settings of servers are left out. */
  environment?: Readonly<Record<string, string>>;
  /** Takes every line it prints, on either output. */
  onLine?: (line: string) => void;
}>;

/** Starts commands, and ends them all. */
export type CommandGroup = Readonly<{
  /** Resolves when the command listens; rejects when it ends instead, or takes too long. */
  start: (options: CommandOptions) => Promise<RunningCommand>;
  /** Ends all of them at once; resolves when they are gone. */
  close: () => Promise<void>;
}>;

/** Longest a command may take until it listens. */
const START_TIMEOUT_MS = 20_000;

/**
 * Makes a group that runs `script`, the program itself.
 *
 * However this process ends, the commands end with it, unless it is killed beyond notice.
 */
export const createCommandGroup = (script: string): CommandGroup => {
  const running = new Set<ChildProcess>();
  const killAll = (): void => {
    for (const child of running) child.kill('SIGKILL');
  };
  const stopWatching = beforeExit(killAll);
  return {
    start: async (options) => {
      const child = spawn(process.execPath, [script, ...options.args], {
        env: { ...plainEnvironment(), ...options.environment },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      running.add(child);
      child.once('exit', () => running.delete(child));
      const line = await firstLine(child, options);
      return {
        line,
        url: /http:\/\/[^\s;]+/.exec(line)?.[0] ?? '',
        child,
        kill: () => kill(child),
      };
    },
    close: async () => {
      stopWatching();
      await Promise.all([...running].map(kill));
    },
  };
};

/** Runs `act` however the process ends, signals included; the result takes that back. */
const beforeExit = (act: () => void): (() => void) => {
  const signals = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
  const listeners = Object.entries(signals).map(
    ([signal, status]) => [signal, () => process.exit(status)] as const,
  );
  for (const [signal, exit] of listeners) process.once(signal, exit);
  process.once('exit', act);
  return () => {
    for (const [signal, exit] of listeners) process.off(signal, exit);
    process.off('exit', act);
  };
};

/** Settings of somebody's own servers must not change these. */
const plainEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(HOMEWARD|STARGATE)_/.test(name)),
  );

const firstLine = async (
  child: ChildProcess,
  { args, onLine }: CommandOptions,
): Promise<string> => {
  const complaints: string[] = [];
  createInterface({ input: child.stderr! }).on('line', (line) => {
    onLine?.(line);
    if (complaints.length < 20) complaints.push(line);
  });
  const lines = createInterface({ input: child.stdout! });
  if (onLine) lines.on('line', onLine);
  const [found] = (await Promise.race([
    once(lines, 'line', { signal: AbortSignal.timeout(START_TIMEOUT_MS) }).catch(() => []),
    once(child, 'close').then(() => []),
  ])) as [string?];
  if (found !== undefined) return found;
  await kill(child);
  throw new Error(`homeward ${args[0]!} did not start: ${complaints.join('\n')}`);
};

const kill = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
};
