/** How packages come to where an installed program finds them. */
import { existsSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';

/**
 * The command that installs packages beside this one, without their names: `npm install` where
 * that does, in the folder it is called from or above it.
 *
 * `file` is one of this package, as it is installed; `calledFrom` where a person would paste it.
 */
export const npmInstall = (file: string, calledFrom: string): string => {
  const folder = installationOf(file);
  if (folder === undefined || isWithin(calledFrom, folder)) return 'npm install';
  // npx keeps it in a folder of its own, until the folder that it is called from has it.
  if (folder.includes(`${sep}_npx${sep}`)) return 'npm install homeward';
  if (existsSync(join(folder, 'package.json'))) return `npm install --prefix ${word(folder)}`;
  return `npm install --global${prefixOption(folder)}`;
};

/** The folder of the outermost `node_modules`; undefined for a clone. */
const installationOf = (file: string): string | undefined => {
  const at = file.indexOf(`${sep}node_modules${sep}`);
  return at < 0 ? undefined : file.slice(0, at);
};

const isWithin = (folder: string, parent: string): boolean =>
  `${folder}${sep}`.startsWith(`${parent}${sep}`);

/** Global packages are in `lib` of the prefix; on Windows in the prefix itself. */
const prefixOption = (folder: string): string => {
  const prefix = basename(folder) === 'lib' ? dirname(folder) : folder;
  return prefix === dirname(dirname(process.execPath)) ? '' : ` --prefix ${word(prefix)}`;
};

const word = (path: string): string => (/^[\w./:\\~-]+$/.test(path) ? path : `"${path}"`);
