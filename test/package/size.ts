/** How much of our own code a program loads, and what an installation brings along. */
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { manifest, root } from './packed-folder.js';

type Conditions = string | Readonly<{ [condition: string]: Conditions }>;

/** The file that a subpath stands for on a platform; undefined when it has none of its own there. */
const fileOf = (subpath: string, platform: 'node' | 'browser'): string | undefined => {
  let found = manifest.exports[subpath] as Conditions;
  if (platform === 'browser') {
    if (typeof found === 'string' || !('browser' in found)) return undefined;
    found = found['browser']!;
  }
  while (typeof found !== 'string') found = (found['import'] ?? found['default'])!;
  return found;
};

/** Bytes of our own code behind a subpath, bundled, minified and gzipped; undefined as above. */
export const ownBytes = async (
  subpath: string,
  platform: 'node' | 'browser',
): Promise<number | undefined> => {
  const file = fileOf(subpath, platform);
  if (file === undefined) return undefined;
  const { outputFiles } = await build({
    ...{ entryPoints: [join(root, file)], bundle: true, minify: true, write: false },
    ...{ format: 'esm', platform, packages: 'external', splitting: true, outdir: 'out' },
    logLevel: 'error',
  });
  return outputFiles.reduce(
    (sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length,
    0,
  );
};

type LockedPackage = Readonly<{
  dev?: boolean;
  peer?: boolean;
  devOptional?: boolean;
  hasInstallScript?: boolean;
}>;

/** What `npm install homeward` may install besides it: paths in the lock file, and what it says. */
export const lockedDependencies = (): readonly (readonly [string, LockedPackage])[] => {
  const text = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(text) as { packages: Record<string, LockedPackage> };
  return Object.entries(packages).filter(
    ([path, { dev, peer, devOptional }]) => path !== '' && !dev && !peer && !devOptional,
  );
};

/** Bytes of the files of a package, without packages within it. */
const bytesOf = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return sum + lstatSync(path).size;
    return entry.name === 'node_modules' ? sum : sum + bytesOf(path);
  }, 0);

/** Dependencies that this platform has (native code comes as one package per platform). */
export const installedDependencies = (): Readonly<{ count: number; bytes: number }> => {
  const here = lockedDependencies()
    .map(([path]) => join(root, path))
    .filter((path) => existsSync(path));
  return { count: here.length, bytes: here.reduce((sum, path) => sum + bytesOf(path), 0) };
};
