import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** Folder of the repository. */
export const root = resolve(import.meta.dirname, '../..');

/** What `package.json` says. */
export const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Readonly<{
  version: string;
  exports: Record<string, unknown>;
  files: readonly string[];
  bin: Record<string, string>;
  dependencies: Record<string, string>;
  scripts: Record<string, string>;
  peerDependencies: Record<string, string>;
}>;

/** A folder that has the package installed. */
export type PackedFolder = Readonly<{
  folder: string;
  tarball: string;
  /** Path of the command. */
  script: string;
  /** Runs a program in the folder and returns what it prints; throws when it fails. */
  run: (command: string, args: readonly string[]) => string;
  remove: () => void;
}>;

/** Unpacks the packed tarball beside the packages named, by default its hard dependencies. */
export const openPackedFolder = (
  packages: readonly string[] = Object.keys(manifest.dependencies),
): PackedFolder => {
  const folder = mkdtempSync(join(tmpdir(), 'homeward-packed-'));
  const runIn = (cwd: string, command: string, args: readonly string[]): string =>
    execFileSync(command, args, { cwd, encoding: 'utf8', stdio: 'pipe' });
  const pack = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
  const tarball = join(folder, runIn(root, 'npm', pack).trim());
  const modules = join(folder, 'node_modules');
  const installed = join(modules, 'homeward');
  mkdirSync(installed, { recursive: true });
  runIn(folder, 'tar', ['-xzf', tarball, '--strip-components=1', '-C', installed]);
  for (const name of packages) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  }
  return {
    folder,
    tarball,
    script: join(installed, manifest.bin['homeward']!),
    run: (command, args) => runIn(folder, command, args),
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
