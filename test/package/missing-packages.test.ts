import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runProcess, type Run } from '../support/open-cli.js';
import { startCommand } from '../support/start-command.js';
import { manifest, openPackedFolder, type PackedFolder } from './packed-folder.js';

let bare: PackedFolder;
let unfit: PackedFolder;

beforeAll(() => {
  bare = openPackedFolder();
  const others = ['prom-client', 'redis'];
  unfit = openPackedFolder([...Object.keys(manifest.dependencies), ...others]);
  // As a newer major version is that wants a newer Node: it cannot be loaded at all.
  const undici = join(unfit.folder, 'node_modules/undici');
  mkdirSync(undici);
  writeFileSync(join(undici, 'package.json'), '{"version":"8.13.1","main":"index.js"}');
  writeFileSync(join(undici, 'index.js'), 'undefined.bind()');
  for (const { folder } of [bare, unfit]) {
    writeFileSync(join(folder, 'models.json'), '{"models":[]}');
  }
});

afterAll(() => {
  bare.remove();
  unfit.remove();
});

const run = ({ folder, script }: PackedFolder, ...args: readonly string[]): Promise<Run> =>
  runProcess(folder, process.execPath, [script, ...args]);

test.each(['router', 'gateway'])(
  'homeward %s names all packages that it misses, in one command that can be pasted',
  async (name) => {
    const ended = await run(bare, name, '--listen', '0', '--metrics', '0');
    expect(ended).toEqual({
      status: 2,
      stdout: '',
      stderr:
        `error: homeward ${name} needs undici ^7.30.2 and prom-client ^15.1.3, given no undici ` +
        'and no prom-client: npm install undici@7 prom-client@15\n',
    });
  },
);

test('homeward up names the package of its metrics along with what it cannot do without', async () => {
  const ended = await run(bare, 'up', '--demo', '--listen', '0');
  expect(ended).toMatchObject({ status: 2, stdout: '' });
  expect(ended.stderr).toMatch(
    /^error: homeward up needs .*: npm install undici@7 prom-client@15\n$/,
  );
});

test('homeward picker names all packages that its settings ask for', async () => {
  const ended = await run(bare, 'picker', '--listen', '0', '--metrics', '0');
  expect(ended).toMatchObject({ status: 2, stdout: '' });
  expect(ended.stderr).toMatch(
    /^error: homeward picker needs .*: npm install protobufjs@8 selfsigned@5 prom-client@15\n$/,
  );
  const plain = await run(bare, 'picker', '--listen', '0', '--metrics', 'off', '--tls', 'off');
  expect(plain.stderr).toMatch(/: npm install protobufjs@8\n$/);
});

test('a version that does not fit is named, and not called missing', async () => {
  const ended = await run(unfit, 'router', '--listen', '0', '--metrics', 'off');
  expect(ended).toMatchObject({ status: 2, stdout: '' });
  expect(ended.stderr).toBe(
    'error: homeward router needs undici ^7.30.2, given undici 8.13.1: npm install undici@7\n',
  );
});

test('a page of metrics that nobody asked for is left out without its package', async () => {
  const packages = [...Object.keys(manifest.dependencies), 'undici'];
  const packed = openPackedFolder(packages);
  try {
    const args = ['router', '--listen', '0', '--admin', 'off'];
    const router = startCommand(args, { cwd: packed.folder, script: packed.script });
    await router.url();
    expect(router.output.out).toContain('metrics off (the package prom-client is not installed)');
  } finally {
    packed.remove();
  }
});

test('a store on servers names its package along with the others', async () => {
  const env = { STARGATE_LAST_CLUSTER_ENABLED: 'true', STARGATE_LAST_CLUSTER_STORE: 'redis://x' };
  const gateway = startCommand(['gateway', '--listen', '0'], {
    ...{ cwd: bare.folder, script: bare.script, env },
  });
  expect(await gateway.exit).toBe(2);
  expect(gateway.output.err).toMatch(/: npm install undici@7 redis@5\n$/);
});

test('from elsewhere, the command installs where the program will find the package', async () => {
  writeFileSync(join(bare.folder, 'package.json'), '{}');
  const elsewhere = { ...bare, folder: tmpdir() };
  const { stderr } = await run(elsewhere, 'up', '--demo', '--metrics', 'off', '--listen', '0');
  const command = stderr.slice(stderr.indexOf('npm install'));
  expect(command).toBe(`npm install --prefix ${realpathSync(bare.folder)} undici@7\n`);
});

test.each([
  ['simulate', '--scenario', 'hot-keys'],
  ['replay', '-', '--config', 'lb-config.json'],
])('homeward %s asks for the package of its page before the work', async (...args) => {
  writeFileSync(join(bare.folder, 'lb-config.json'), '{"default":"random"}');
  expect(await run(bare, ...args, '--out', 'page')).toEqual({
    status: 2,
    stdout: '',
    stderr:
      `error: homeward ${args[0]!} --out needs uplot ^1.6.32, given no uplot: ` +
      'npm install uplot@1\n',
  });
});
