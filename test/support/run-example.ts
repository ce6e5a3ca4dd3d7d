import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { ENTRIES } from '../../entries.js';

const root = resolve(import.meta.dirname, '../..');
const cache = join(root, 'node_modules/.cache/homeward-examples');

/** `homeward` and its subpaths, as the sources they are built from. */
const aliases = Object.fromEntries(
  Object.entries(ENTRIES).map(([entry, source]) => [
    entry === 'index' ? 'homeward' : `homeward/${entry}`,
    join(root, source),
  ]),
);

/** Runs a TypeScript example as a program of its own and returns what it prints. */
export const runExample = async (code: string, name: string): Promise<string> => {
  await mkdir(cache, { recursive: true });
  const outfile = join(cache, `${name}.mjs`);
  await build({
    stdin: { contents: code, loader: 'ts', resolveDir: root },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    // Longest first: a subpath must not be taken for the root.
    plugins: [
      {
        name: 'homeward-from-source',
        setup: ({ onResolve }) => {
          onResolve({ filter: /^homeward(\/|$)/ }, ({ path }) => ({ path: aliases[path]! }));
          onResolve({ filter: /^[^./]/ }, () => ({ external: true }));
        },
      },
    ],
    logLevel: 'silent',
  });
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [outfile]);
    return stdout;
  } finally {
    await rm(outfile);
  }
};
