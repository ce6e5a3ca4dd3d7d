import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { npmInstall } from '../../../../src/adapters/node/npm-install.js';
import { loadPackage } from '../../../../src/adapters/node/load-package.js';
import {
  installCommand,
  isWithin,
  stateOfPackage,
} from '../../../../src/adapters/node/optional-package.js';

describe('a version is within a range', () => {
  test.each([
    ['7.30.2', true],
    ['7.30.3', true],
    ['7.31.0', true],
    ['7.30.1', false],
    ['7.9.9', false],
    ['8.13.1', false],
    ['6.30.2', false],
    ['no version', false],
  ])('%s of ^7.30.2: %s', (version, fits) => {
    expect(isWithin(version, '^7.30.2')).toBe(fits);
  });
});

/** A file in a folder of its own that has undici in this version, or none. */
const fileBeside = (version?: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'homeward-packages-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  if (version !== undefined) {
    mkdirSync(join(folder, 'node_modules/undici'), { recursive: true });
    writeFileSync(
      join(folder, 'node_modules/undici/package.json'),
      JSON.stringify({ name: 'undici', version }),
    );
  }
  return join(folder, 'index.js');
};

describe('a package', () => {
  test.each([
    ['8.13.1', { installed: '8.13.1', fits: false }],
    ['7.99.0', { installed: '7.99.0', fits: true }],
    [undefined, { installed: undefined, fits: false }],
  ])('in version %s is told from what would fit', (version, state) => {
    expect(stateOfPackage('undici', fileBeside(version))).toMatchObject(state);
  });

  test('is found where its user is', () => {
    expect(stateOfPackage('undici')).toMatchObject({ fits: true });
  });
});

test('one that is not installed is told as nothing, with the command that installs it', async () => {
  const loaded = await loadPackage('unheard-of')();
  expect(E.isLeft(loaded) && loaded.left.message).toBe(
    'unheard-of: expected the optional package unheard-of (npm install unheard-of), given nothing',
  );
});

test('the command names every package with its major version, and can be pasted', () => {
  const states = ['undici', 'prom-client', 'unheard-of'].map((name) => stateOfPackage(name));
  expect(installCommand(states)).toBe('npm install undici@7 prom-client@15 unheard-of');
});

describe('packages are installed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'homeward-install-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  const file = (...above: readonly string[]): string =>
    join(folder, ...above, 'node_modules/homeward/dist/cli.js');
  const project = join(folder, 'project');
  mkdirSync(join(project, 'below'), { recursive: true });
  writeFileSync(join(project, 'package.json'), '{}');

  test.each([
    ['where a person stands, in a project', file('project'), project, 'npm install'],
    ['and below it', file('project'), join(project, 'below'), 'npm install'],
    ['in a clone', '/clone/dist/cli.js', '/clone', 'npm install'],
    ['in the project, from elsewhere', file('project'), '/', `npm install --prefix ${project}`],
    [
      'in the project of a store of packages, from elsewhere',
      join(project, 'node_modules/.pnpm/homeward@1/node_modules/homeward/dist/cli.js'),
      `${project}-2`,
      `npm install --prefix ${project}`,
    ],
    [
      'beside a global package',
      join(dirname(dirname(process.execPath)), 'lib/node_modules/homeward/dist/cli.js'),
      '/home',
      'npm install --global',
    ],
    [
      'beside a global package of a prefix of its own',
      file('prefix/lib'),
      folder,
      `npm install --global --prefix ${join(folder, 'prefix')}`,
    ],
    [
      'beside a global package on Windows, which has no lib',
      file('a prefix'),
      '/',
      `npm install --global --prefix "${join(folder, 'a prefix')}"`,
    ],
    ['along with homeward, for npx', file('_npx/0a1b'), project, 'npm install homeward'],
  ])('%s', (_where, installed, calledFrom, command) => {
    expect(npmInstall(installed, calledFrom)).toBe(command);
  });
});
