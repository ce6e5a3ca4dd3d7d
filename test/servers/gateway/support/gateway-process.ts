import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { onTestFinished } from 'vitest';
import { until } from '../../../support/until.js';

const outfile = resolve(
  import.meta.dirname,
  '../../../../node_modules/.cache/homeward-gateway-command/main.mjs',
);

/** Bundles the command; once before all tests of a file. */
export const buildCommand = async (): Promise<void> => {
  await mkdir(join(outfile, '..'), { recursive: true });
  await build({
    entryPoints: [join(import.meta.dirname, 'command-main.ts')],
    ...{ outfile, bundle: true, platform: 'node', format: 'esm', packages: 'external' },
    logLevel: 'silent',
  });
};

/** A gateway that runs as a process of its own. */
export type GatewayProcess = Readonly<{
  child: ChildProcess;
  output: Readonly<{ out: string; err: string }>;
  /** Base URL, once it listens. */
  url: () => Promise<string>;
  /** Resolves with the exit status. */
  exit: Promise<number | null>;
}>;

/** Starts `homeward gateway`; it ends with the test. */
export const runGateway = (
  flags: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): GatewayProcess => {
  const env = { PATH: process.env['PATH'], ...environment };
  const child = spawn(process.execPath, [outfile, 'gateway', ...flags], { env });
  onTestFinished(() => void child.kill('SIGKILL'));
  const output = { out: '', err: '' };
  child.stdout.on('data', (text: Buffer) => (output.out += text.toString()));
  child.stderr.on('data', (text: Buffer) => (output.err += text.toString()));
  const exit = once(child, 'close').then(([code]) => code as number | null);
  const url = async (): Promise<string> => {
    await until('it listens or ends', () => output.out !== '' || child.exitCode !== null);
    const found = /listening on (http:\/\/\S+)/.exec(output.out)?.[1];
    if (found === undefined) throw new Error(`it did not start: ${output.err}`);
    return found;
  };
  return { child, output, url, exit };
};
