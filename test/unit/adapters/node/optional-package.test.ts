import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, onTestFinished, test } from 'vitest';
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
