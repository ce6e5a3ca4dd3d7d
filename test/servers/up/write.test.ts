import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openCli, runProcess, type Cli } from '../../support/open-cli.js';
import { freePorts } from '../../support/server-process.js';
import { startCommand } from '../../support/start-command.js';
import { until } from '../../support/until.js';
import { named, startEngine } from './start-up.js';

let cli: Cli;

beforeEach(() => {
  cli = openCli();
});

afterEach(() => {
  cli.remove();
});

describe('homeward up --write', () => {
  test('writes files that are well, and commands that serve the same', async () => {
    const engine = await startEngine();
    const [routerPort, gatewayPort] = await freePorts(2);
    const flags = ['--slots', '8', '--max-wait', '5s', '--log-level', 'warn', '--metrics', 'off'];
    const listen = ['--listen', `127.0.0.1:${String(gatewayPort)}`];
    const written = await cli.run(['up', ...named(engine), ...flags, ...listen, '--write', 'site']);
    expect(written).toMatchObject({ status: 0 });
    expect(written.stdout.trimEnd().split('\n')).toEqual(
      ['fleet.json', 'routing.json', 'models.json', 'router.sh', 'gateway.sh'].map((name) =>
        join('site', name),
      ),
    );
    const files = ['fleet.json', 'models.json', 'routing.json'].map((name) => join('site', name));
    expect(await cli.run(['check', ...files])).toMatchObject({ status: 0 });
    expect(await serve(routerPort!, gatewayPort!)).toBe(200);
  });

  test('overwrites nothing', async () => {
    const engine = await startEngine();
    mkdirSync(join(cli.folder, 'site'));
    writeFileSync(join(cli.folder, 'site/models.json'), 'mine');
    const refused = await cli.run(['up', ...named(engine), '--write', 'site']);
    expect(refused).toMatchObject({ status: 2, stdout: '' });
    expect(refused.stderr).toContain('site/models.json');
    expect(readFileSync(join(cli.folder, 'site/models.json'), 'utf8')).toBe('mine');
    expect((await runProcess(cli.folder, 'ls', ['site'])).stdout).toBe('models.json\n');
  });

  test('waits for an engine that is down, and says so', async () => {
    const [port] = await freePorts(1);
    const url = `http://127.0.0.1:${String(port)}`;
    const command = startCommand(['up', '--engine', url, '--write', 'site'], { cwd: cli.folder });
    await command.printed(({ err }) => err.includes(`"engine_unanswered","url":"${url}"`));
    await startEngine({ port: port! });
    expect(await command.exit).toBe(0);
  });

  test('writes no mock engines, which would end with it', async () => {
    const refused = await cli.run(['up', '--demo', '--write', 'site']);
    expect(refused).toMatchObject({ status: 2 });
    expect(refused.stderr).toContain('--demo: expected no --demo with --write');
  });
});

/** Runs both scripts beside an installed package, asks for a chat, and ends them by SIGTERM. */
const serve = async (routerPort: number, gatewayPort: number): Promise<number> => {
  const bin = join(cli.folder, 'node_modules', '.bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'homeward'), `#!/bin/sh\nexec node ${cli.script} "$@"\n`, {
    mode: 0o755,
  });
  const path = `${dirname(process.execPath)}:${process.env['PATH']!}`;
  const router = `127.0.0.1:${String(routerPort)}`;
  const env = {
    ...{ PATH: path, HOMEWARD_ROUTER_LISTEN: router, HOMEWARD_ROUTER_ADMIN: 'off' },
    ...{ HOMEWARD_ROUTER_METRICS: 'off', HOMEWARD_GATEWAY_ROUTER: `http://${router}` },
  };
  const children = ['gateway.sh', 'router.sh'].map((name) => {
    const child = spawn('sh', [join(cli.folder, 'site', name)], { env, stdio: 'ignore' });
    onTestFinished(() => void child.kill('SIGKILL'));
    return child;
  });
  const ask = async (): Promise<number> =>
    fetch(`http://127.0.0.1:${String(gatewayPort)}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Hello' }] }),
    }).then(
      ({ status }) => status,
      () => 0,
    );
  await until('both serve', async () => (await ask()) === 200);
  const status = await ask();
  // The script replaces its shell, so that the signal reaches the server, and its status comes back.
  for (const child of children) {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  }
  expect(await ask()).toBe(0);
  return status;
};
