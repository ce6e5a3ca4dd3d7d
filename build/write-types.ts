/**
 * Type declarations of every entry, made once: one compiler run over what the entries reach, then
 * one bundle with shared chunks. The CommonJS declarations are the same text under names that
 * end in `.d.cts`. The compiler runs beside the bundling of the code and checks nothing that a
 * declaration does not need; `npm run typecheck` finds what else is wrong with types.
 */
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { ENTRIES } from '../entries.js';

/** Starts the compiler; await it before {@link bundleTypes}. Rejects with the compiler's words. */
export const compileTypes = async (): Promise<void> => {
  await mkdir(CACHE, { recursive: true });
  await rm(DECLARATIONS, { recursive: true, force: true });
  await writeFile(PROJECT, JSON.stringify(project()));
  const compiler = join('node_modules', 'typescript', 'bin', 'tsc');
  try {
    await promisify(execFile)(process.execPath, [compiler, '--project', PROJECT]);
  } catch (error) {
    throw new Error((error as { stdout: string }).stdout, { cause: error });
  }
};

/** Writes `dist/*.d.ts` and `dist/*.d.cts` from what the compiler made. */
export const bundleTypes = async (): Promise<void> => {
  const bundle = await rollup({
    input: Object.fromEntries(TYPED.map(([entry, source]) => [entry, declarationOf(source)])),
    plugins: [dts({ tsconfig: PROJECT })],
    external: /^[^./]/,
    // Entries share types that no entry names.
    onLog: () => undefined,
  });
  await bundle.write({
    dir: OUTPUT,
    entryFileNames: '[name].d.ts',
    chunkFileNames: 'types-[hash].d.ts',
  });
  await copyForCommonJs();
};

const CACHE = '.cache';
const PROJECT = join(CACHE, 'tsconfig.types.json');
/** Where the compiler puts a declaration per source file. */
const DECLARATIONS = join(CACHE, 'types');
const OUTPUT = 'dist';

/** Entries that can be imported; the command cannot. */
const TYPED = Object.entries(ENTRIES).filter(([entry]) => entry !== 'cli');

/** Not incremental: the state that would be kept costs more than it saves. */
const project = (): unknown => ({
  extends: '../tsconfig.json',
  compilerOptions: {
    noEmit: false,
    noCheck: true,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: '../src',
    outDir: 'types',
  },
  files: TYPED.map(([, source]) => join('..', source)),
  include: [],
});

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
