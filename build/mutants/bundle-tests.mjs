/** Makes one script of the tests that mutants are tried by, and of what they import. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const FOLDERS = ['core', 'decide', 'expression', 'session'].map((name) => `test/unit/${name}`);

/** Tests of the files that servers read: by them the codecs of the core are tried, too. */
const READERS = [
  'test/docs/schemas.test.ts',
  'test/unit/adapters/cli/cases.test.ts',
  'test/unit/adapters/fleet/document.test.ts',
];

/** Laws of adapters, processes of their own, and what takes minutes in mutated code. */
const LEFT_OUT =
  /golden\/reference-counts|property\/(headers|processes|runtime)|decide\/thousands-of-clusters/;

const testFiles = () => [
  ...['test/golden', ...FOLDERS, 'test/property']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((file) => file.endsWith('.test.ts') && !LEFT_OUT.test(file)),
  ...READERS,
];

/** The script's `module.exports` has a function for each file, which loads it. */
export const bundleTests = async () => {
  const lines = testFiles().map((file) => {
    const name = JSON.stringify(file);
    return `${name}: () => require(${JSON.stringify(`./${file}`)}),`;
  });
  const { outputFiles } = await build({
    stdin: { contents: `module.exports = {${lines.join('\n')}};`, resolveDir: resolve('.') },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    packages: 'external',
    plugins: [withOwnPlaces],
  });
  return outputFiles[0].text;
};

/** A file says where it is, although it is part of the script. */
const withOwnPlaces = {
  name: 'own-places',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/test\/.*\.ts$/ }, ({ path }) => ({
      loader: extname(path).slice(1),
      contents: readFileSync(path, 'utf8')
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path))),
    }));
  },
};
