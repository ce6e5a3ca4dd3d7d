import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENTRIES } from '../../entries.js';

const root = resolve(import.meta.dirname, '../..');

type Manifest = {
  exports: Record<string, unknown>;
  bin: Record<string, string>;
  dependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
};

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
const subpaths = Object.keys(manifest.exports).filter((subpath) => subpath !== './package.json');
const specifierOf = (subpath: string): string => `homeward${subpath.slice(1)}`;

let folder: string;
let tarball: string;

const run = (command: string, args: readonly string[], cwd = folder): string =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: 'pipe' });

/** The packed tarball in an empty folder, beside its hard dependencies and nothing else. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'homeward-packed-'));
  const packed = run(
    'npm',
    ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder],
    root,
  );
  tarball = join(folder, packed.trim());
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, 'homeward'), { recursive: true });
  run('tar', ['-xzf', tarball, '--strip-components=1', '-C', join(modules, 'homeward')]);
  for (const name of Object.keys(manifest.dependencies)) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  }
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the packed tarball', () => {
  test('has no optional package beside it', () => {
    for (const name of Object.keys(manifest.peerDependencies)) {
      expect(existsSync(join(folder, 'node_modules', name)), name).toBe(false);
    }
  });

  test.each(subpaths)('imports %s', (subpath) => {
    const code = `import * as all from '${specifierOf(subpath)}'; console.log(Object.keys(all).length)`;
    expect(Number(run('node', ['--input-type=module', '-e', code]))).toBeGreaterThan(0);
  });

  test.each(subpaths)('requires %s', (subpath) => {
    const code = `console.log(Object.keys(require('${specifierOf(subpath)}')).length)`;
    expect(Number(run('node', ['--input-type=commonjs', '-e', code]))).toBeGreaterThan(0);
  });

  test('has one copy of shared modules in its CommonJS build', () => {
    const code = `
      const { compilePolicy, parseSnapshot, decide } = require('homeward');
      const { createEngine } = require('homeward/runtime');
      const engine = createEngine();
      const view = engine.publish(parseSnapshot({ model_id: 'm', clusters: [{ cluster_id: 'A', rtt_ms: 1 }] }).right);
      console.log(decide(compilePolicy({ algorithm: 'random' }), view, { requestId: 'r' }, 0).clusterId);`;
    expect(run('node', ['--input-type=commonjs', '-e', code])).toBe('A\n');
  });

  test('runs its command', () => {
    const command = join(folder, 'node_modules/homeward', manifest.bin['homeward']!);
    expect(run('node', [command, 'config', 'fields'])).toContain('cache_affinity_wait_ms');
  });

  test('ships its documents and no tests', () => {
    const files = run('tar', ['-tzf', tarball]).split('\n');
    expect(files).toContain('package/docs/algorithms.md');
    expect(files.filter((file) => file.startsWith('package/test'))).toEqual([]);
  });

  test('passes publint', () => {
    run(join(root, 'node_modules/.bin/publint'), [tarball, '--strict']);
  });

  test('has types that match under every module resolution', () => {
    run(join(root, 'node_modules/.bin/attw'), [tarball, '--profile', 'node16', '--no-color']);
  });
});

test('every subpath has an entry, and every entry a subpath', () => {
  const exported = JSON.stringify(manifest.exports) + JSON.stringify(manifest.bin);
  for (const entry of Object.keys(ENTRIES)) expect(exported, entry).toContain(`./dist/${entry}.js`);
  for (const [, file] of exported.matchAll(/\.\/dist\/([^"]+)\.js/g)) {
    expect(Object.keys(ENTRIES)).toContain(file);
  }
});
