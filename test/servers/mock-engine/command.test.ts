import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Command } from 'commander';
import { describe, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../support/until.js';
import { startCommand } from '../../support/start-command.js';
import { addMockEngineCommand } from '../../../src/adapters/cli/mock-engine/command.js';

const start = (...flags: string[]) => startCommand(['mock-engine', ...flags]);

describe('homeward mock-engine', () => {
  test('says in one line where it listens, and serves what the flags say', async () => {
    const engine = start('--cluster-id', 'A', '--model-ids', 'm1', 'm2', '--slots', '2');
    const models = await fetch(`${await engine.url()}/v1/models`);
    expect(models.headers.get('x-mock-cluster-id')).toBe('A');
    expect(await models.json()).toMatchObject({ data: [{ id: 'm1' }, { id: 'm2' }] });
    expect(engine.output.out).toMatch(
      /^mock engine mock-1 of cluster A listening on http:\/\/127\.0\.0\.1:\d+ \(models m1, m2; 2 slots, queue 64\)\n$/,
    );
  });

  test('lets running requests end after SIGTERM and takes no new ones', async () => {
    const engine = start('--decode-tokens-per-second', '20', '--output-tokens', '10');
    const url = await engine.url();
    const messages = [{ role: 'user', content: 'Hello' }];
    const answer = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      body: JSON.stringify({ model: 'mock-model', messages, stream: true }),
    });
    engine.child.kill('SIGTERM');
    await eventually(() => expect(fetch(`${url}/health`)).rejects.toThrow('fetch failed'));
    expect((await answer.text()).endsWith('data: [DONE]\n\n')).toBe(true);
    expect(await engine.exit).toBe(0);
    expect(engine.output.err).toBe('');
  });

  test('lists every invalid flag and exits with 2', async () => {
    const engine = start('--slots', '0', '--port', '70000', '--time-scale', 'fast');
    expect(await engine.exit).toBe(2);
    expect(engine.output.err).toBe(
      [
        'error: --port: expected a whole number from 0 to 65535, given "70000"',
        'error: --slots: expected a whole number from 1 to 9007199254740991, given "0"',
        'error: --time-scale: expected a number above 0, given "fast"',
        '',
      ].join('\n'),
    );
  });

  test('exits with 1 when the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const engine = start('--port', String(port));
    expect(await engine.exit).toBe(1);
    expect(engine.output.err).toContain(`cannot listen on 127.0.0.1:${String(port)}: `);
    expect(engine.output.err).toContain('EADDRINUSE');
  });

  test('has every setting as a flag, with its default and an example', () => {
    const program = new Command('homeward');
    addMockEngineCommand(program);
    const command = program.commands[0]!;
    const help: string[] = [];
    command.configureOutput({ writeOut: (text) => help.push(text) }).outputHelp();
    expect(command.options.map(({ long }) => long)).toEqual([
      '--host',
      '--port',
      '--cluster-id',
      '--backend-id',
      '--model-ids',
      '--prefill-tokens-per-second',
      '--decode-tokens-per-second',
      '--slots',
      '--max-queue',
      '--kv-capacity-tokens',
      '--output-tokens',
      '--time-scale',
    ]);
    expect(help.join('')).toContain('(default 100000)');
    expect(help.join('')).toContain('homeward mock-engine --port 8001');
  });
});
