/** Packages that are installed beside this one when they are wanted: which, and which versions. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npmInstall } from './npm-install.js';
import { peerDependencies } from '../../../package.json';

/** How a package stands: what is installed, and what would fit. */
export type PackageState = Readonly<{
  name: string;
  /** Undefined when it is not found in any folder of packages above this file. */
  installed: string | undefined;
  /** Versions that fit, such as `^7.30.2`; undefined for a package that is none of ours. */
  range: string | undefined;
  /** True when it is installed, in a version that fits. */
  fits: boolean;
}>;

/** Looks a package up without loading it; `from` is the file that would load it. */
export const stateOfPackage = (name: string, from = thisFile()): PackageState => {
  const installed = installedVersion(name, from);
  const range = (peerDependencies as Readonly<Record<string, string>>)[name];
  const fits = installed !== undefined && (range === undefined || isWithin(installed, range));
  return { name, installed, range, fits };
};

/**
 * A command line that installs packages in versions that fit, beside this one; it works when it is
 * pasted.
 */
export const installCommand = (states: readonly PackageState[]): string =>
  `${npmInstall(thisFile(), process.cwd())} ${states.map(({ name, range }) => (range === undefined ? name : `${name}@${majorOf(range)}`)).join(' ')}`;

/**
 * Whether a version is within a range of the form `^major.minor.patch`: the same major version,
 * and not an older one.
 */
export const isWithin = (version: string, range: string): boolean => {
  const [have, want] = [numbersOf(version), numbersOf(range)];
  if (have[0] !== want[0]) return false;
  const at = have.findIndex((number, i) => number !== want[i]);
  return at < 0 || have[at]! > want[at]!;
};

const numbersOf = (text: string): readonly number[] =>
  /(\d+)\.(\d+)\.(\d+)/.exec(text)?.slice(1).map(Number) ?? [];

const majorOf = (range: string): string => String(numbersOf(range)[0]);

/** The CommonJS build has no `import.meta`, and ES modules have no `__filename`. */
const thisFile = (): string =>
  typeof __filename === 'string' ? __filename : fileURLToPath(import.meta.url);

const installedVersion = (name: string, from: string): string | undefined => {
  for (let folder = dirname(from); ; folder = dirname(folder)) {
    const version = versionIn(join(folder, 'node_modules', name));
    if (version !== undefined) return version;
    if (folder === dirname(folder)) return undefined;
  }
};

const versionIn = (folder: string): string | undefined => {
  try {
    const text = readFileSync(join(folder, 'package.json'), 'utf8');
    const { version } = JSON.parse(text) as { version?: unknown };
    return typeof version === 'string' ? version : undefined;
  } catch {
    return undefined;
  }
};
