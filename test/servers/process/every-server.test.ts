/** What all three servers do as processes: signals, and files that are none. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { until } from '../../support/until.js';
import { SERVER_NAMES, startServerCommand } from './support/servers.js';

/** The command becomes the first process of its own world, as in a container. */
const AS_FIRST_PROCESS = ['unshare', '--pid', '--fork', '--kill-child'];

const mayUnshare =
  spawnSync(AS_FIRST_PROCESS[0]!, [...AS_FIRST_PROCESS.slice(1), 'true']).status === 0;
if (!mayUnshare)
  console.warn('SKIPPED: the second signal to process 1: `unshare --pid` is refused.');

/** The only child of a process. */
const childOf = (pid: number): number =>
  Number(readFileSync(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8').trim());

/** So that the first signal ends nothing by itself. */
const NEVER_ENDING = { flags: ['--shutdown-delay', '24h'] };

describe.each(SERVER_NAMES)('homeward %s', (name) => {
  test.skipIf(!mayUnshare)('ends at the second signal, also as process 1', async () => {
    const { command } = await startServerCommand(name, {
      ...NEVER_ENDING,
      within: AS_FIRST_PROCESS,
    });
    const pid = childOf(command.child.pid!);
    process.kill(pid, 'SIGTERM');
    process.kill(pid, 'SIGINT');
    // They may arrive in either order.
    expect([130, 143]).toContain(await command.exit);
  });

  test('reads its file again at SIGHUP; a bad one is told, and the last good one stays', async () => {
    const server = await startServerCommand(name, { preload: 'unwatched-files' });
    expect(await server.models()).toEqual(['first']);
    server.replace({ model: 'second' });
    server.command.child.kill('SIGHUP');
    await until('it is taken', async () => (await server.models())[0] === 'second');
    server.replace({ text: '{' });
    server.command.child.kill('SIGHUP');
    await server.logged(server.rejection);
    expect(await server.models()).toEqual(['second']);
    server.command.child.kill('SIGTERM');
    expect(await server.command.exit).toBe(0);
  });

  test('goes on watching after a pipe stood in place of its file, and stops beside one', async () => {
    const server = await startServerCommand(name);
    const { child, exit } = server.command;
    server.replaceByPipe();
    child.kill('SIGHUP');
    await server.logged(server.rejection);
    server.replace({ model: 'second' });
    child.kill('SIGHUP');
    await until('the good file is taken', async () => (await server.models())[0] === 'second');
    server.replaceByPipe();
    child.kill('SIGHUP');
    child.kill('SIGTERM');
    expect(await exit).toBe(0);
  });

  test('is ended by a second signal while a file hangs in the file system', async () => {
    const server = await startServerCommand(name, { ...NEVER_ENDING, preload: 'hanging-pipes' });
    const { child, exit } = server.command;
    server.replaceByPipe();
    child.kill('SIGHUP');
    await server.logged('read_hangs');
    child.kill('SIGTERM');
    child.kill('SIGINT');
    expect(await exit).toBeNull();
    expect(child.signalCode).toBe('SIGKILL');
  });
});

test('one signal is enough while a file hangs in the file system', async () => {
  const server = await startServerCommand('gateway', { preload: 'hanging-pipes' });
  server.replaceByPipe();
  server.command.child.kill('SIGHUP');
  await server.logged('read_hangs');
  expect(await server.models()).toEqual(['first']);
  server.command.child.kill('SIGTERM');
  expect(await server.command.exit).toBeNull();
  expect(server.command.output.out).toContain('stopping once open requests have ended; a second');
  expect(server.command.output.err).toContain('"event":"server_stopped"');
});
