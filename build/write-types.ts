/**
 * Type declarations of every entry, made once: one compiler run over all of the source, then
 * one bundle with shared chunks. The CommonJS declarations are the same text under names that
 * end in `.d.cts`.
 */
import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { ENTRIES } from '../entries.js';

const PROJECT = 'tsconfig.types.json';
/** Where that project puts a declaration per source file. */
const DECLARATIONS = '.cache/types';
const OUTPUT = 'dist';

/** Writes `dist/*.d.ts` and `dist/*.d.cts`; rejects with the compiler's words when types are wrong. */
export const writeTypes = async (): Promise<void> => {
  await compile();
  const bundle = await rollup({
    input: Object.fromEntries(
      Object.entries(ENTRIES).map(([entry, source]) => [entry, declarationOf(source)]),
    ),
    plugins: [dts({ tsconfig: PROJECT })],
    external: /^[^./]/,
    // Entries share types that no entry names, and the command has no types at all.
    onLog: () => undefined,
  });
  await bundle.write({
    dir: OUTPUT,
    entryFileNames: '[name].d.ts',
    chunkFileNames: 'types-[hash].d.ts',
  });
  await copyForCommonJs();
};

const compile = async (): Promise<void> => {
  const compiler = join('node_modules', 'typescript', 'bin', 'tsc');
  try {
    await promisify(execFile)(process.execPath, [compiler, '--project', PROJECT]);
  } catch (error) {
    throw new Error((error as { stdout: string }).stdout, { cause: error });
  }
};

const declarationOf = (source: string): string =>
  join(DECLARATIONS, source.replace(/^src\//, '').replace(/\.ts$/, '.d.ts'));

const copyForCommonJs = async (): Promise<void> => {
  const names = (await readdir(OUTPUT, { recursive: true })).filter((name) =>
    name.endsWith('.d.ts'),
  );
  await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(OUTPUT, name), 'utf8');
      await writeFile(
        join(OUTPUT, name.replace(/\.d\.ts$/, '.d.cts')),
        text.replace(OWN_IMPORT, '$1.cjs$2'),
      );
    }),
  );
};

/** A relative import, such as `'./types-a1.js'`. */
const OWN_IMPORT = /('\.{1,2}\/[^']+)\.js(')/g;
