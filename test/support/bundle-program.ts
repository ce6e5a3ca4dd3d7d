import { join, resolve } from 'node:path';
import { build, type BuildOptions, type Plugin } from 'esbuild';
import { ENTRIES } from '../../entries.js';

const root = resolve(import.meta.dirname, '../..');

/** `homeward` and its subpaths, as the sources they are built from. */
const aliases = new Map(
  Object.entries(ENTRIES).map(([entry, source]) => [
    entry === 'index' ? 'homeward' : `homeward/${entry}`,
    join(root, source),
  ]),
);

/** Packages stay outside; `homeward` is the source, by exact names, so that no subpath is taken for the root. */
const homewardFromSource: Plugin = {
  name: 'homeward-from-source',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      if (kind === 'entry-point') return undefined;
      const source = aliases.get(path);
      return source === undefined ? { external: true } : { path: source };
    });
  },
};

/**
 * The one way in which tests make a program of its own out of TypeScript: its file, or its text.
 * The program is written below `node_modules`, so that it finds the packages the library uses;
 * resolves with its path.
 *
 * @param name Path of the program below the cache, without its ending; tests that run at the same
 * time need different ones.
 */
export const bundleProgram = async (
  source: Readonly<{ file: string } | { text: string }>,
  name: string,
): Promise<string> => {
  const outfile = join(root, 'node_modules/.cache/homeward-programs', `${name}.mjs`);
  const input: BuildOptions =
    'file' in source
      ? { entryPoints: [source.file] }
      : { stdin: { contents: source.text, loader: 'ts', resolveDir: root } };
  await build({
    ...input,
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    plugins: [homewardFromSource],
    logLevel: 'silent',
  });
  return outfile;
};
