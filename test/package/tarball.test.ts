import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENTRIES } from '../../entries.js';
import { manifest, openPackedFolder, root, type PackedFolder } from './packed-folder.js';

const subpaths = Object.keys(manifest.exports).filter((subpath) => subpath !== './package.json');
const specifierOf = (subpath: string): string => `homeward${subpath.slice(1)}`;

let packed: PackedFolder;

beforeAll(() => {
  packed = openPackedFolder();
});

afterAll(() => {
  packed.remove();
});

describe('the packed tarball', () => {
  test('has no optional package beside it', () => {
    for (const name of Object.keys(manifest.peerDependencies)) {
      expect(existsSync(join(packed.folder, 'node_modules', name)), name).toBe(false);
    }
  });

  test.each(subpaths)('imports %s', (subpath) => {
    const code = `import * as all from '${specifierOf(subpath)}'; console.log(Object.keys(all).length)`;
    expect(Number(packed.run('node', ['--input-type=module', '-e', code]))).toBeGreaterThan(0);
  });

  test.each(subpaths)('requires %s', (subpath) => {
    const code = `console.log(Object.keys(require('${specifierOf(subpath)}')).length)`;
    expect(Number(packed.run('node', ['--input-type=commonjs', '-e', code]))).toBeGreaterThan(0);
  });

  test('has one copy of shared modules in its CommonJS build', () => {
    const code = `
      const { compilePolicy, parseSnapshot, decide } = require('homeward');
      const { createEngine } = require('homeward/runtime');
      const engine = createEngine();
      const view = engine.publish(parseSnapshot({ model_id: 'm', clusters: [{ cluster_id: 'A', rtt_ms: 1 }] }).right);
      console.log(decide(compilePolicy({ algorithm: 'random' }), view, { requestId: 'r' }, 0).clusterId);`;
    expect(packed.run('node', ['--input-type=commonjs', '-e', code])).toBe('A\n');
  });

  test('ships its documents and no tests', () => {
    const files = packed.run('tar', ['-tzf', packed.tarball]).split('\n');
    expect(files).toContain('package/docs/algorithms.md');
    expect(files.filter((file) => file.startsWith('package/test'))).toEqual([]);
  });

  test('passes publint', () => {
    packed.run(join(root, 'node_modules/.bin/publint'), [packed.tarball, '--strict']);
  });

  test('has types that match under every module resolution', () => {
    packed.run(join(root, 'node_modules/.bin/attw'), [
      packed.tarball,
      '--profile',
      'node16',
      '--no-color',
    ]);
  });
});

test('every subpath has an entry, and every entry a subpath', () => {
  const exported = JSON.stringify(manifest.exports) + JSON.stringify(manifest.bin);
  for (const entry of Object.keys(ENTRIES)) expect(exported, entry).toContain(`./dist/${entry}.js`);
  for (const [, file] of exported.matchAll(/\.\/dist\/([^"]+)\.js/g)) {
    expect(Object.keys(ENTRIES)).toContain(file);
  }
});
