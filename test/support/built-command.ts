import { readdirSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** The one build of the command that tests run: what `npm run build` makes. */
const BUILT = join(root, 'dist/cli.js');

/** Everything that changes what the build makes. */
const SOURCES = ['src', 'package.json', 'tsup.config.ts', 'entries.ts'];

/** Path of the built command; throws what to do when it is missing or older than its source. */
export const builtCommand = (): string => {
  const builtMs = modifiedMs(BUILT);
  if (builtMs === undefined) throw new Error('dist/cli.js is not there: run npm run build');
  const newer = SOURCES.flatMap(filesOf).find((file) => modifiedMs(file)! > builtMs);
  if (newer === undefined) return BUILT;
  throw new Error(`dist/cli.js is older than ${relative(root, newer)}: run npm run build`);
};

const filesOf = (name: string): readonly string[] => {
  const path = join(root, name);
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
};

const modifiedMs = (path: string): number | undefined =>
  statSync(path, { throwIfNoEntry: false })?.mtimeMs;
