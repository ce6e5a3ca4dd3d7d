import type { Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createRedisStore } from '../../../../src/adapters/stores/redis.js';
import { startScriptedServer } from '../../../support/scripted-server.js';
import { until } from '../../../support/until.js';
import { opened, problemOf, read } from './open-store.js';

/** Only who waits in vain may meet a limit of time. */
const timeoutsOf = (limitMs: number) => ({ connectTimeoutMs: limitMs, stallMs: limitMs });

const openOn = async (answer: Parameters<typeof startScriptedServer>[0], limitMs = 300_000) => {
  const server = await startScriptedServer(answer);
  const url = `redis://127.0.0.1:${String(server.port)}`;
  const store = await opened(createRedisStore({ url, timeouts: timeoutsOf(limitMs) }));
  onTestFinished(async () => {
    await store.close();
    await server.close();
  });
  return store;
};

/** Answers PING as a server should, and the rest as told. */
const afterPing =
  (rest: (request: string, connection: number, socket: Socket) => void) =>
  (request: string, connection: number, socket: Socket): void => {
    if (request.includes('PING')) socket.write('+PONG\r\n');
    else rest(request, connection, socket);
  };

const value = (text: string): string => `$${String(text.length)}\r\n${text}\r\n`;

describe('servers that are not what they seem', () => {
  test('one that speaks HTTP is never taken for a store', async () => {
    const store = await openOn((_request, _connection, socket) => {
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    });
    expect(await read(store, 'a')).toBe('unavailable');
  });

  test('one that says nothing is given up', async () => {
    const store = await openOn(() => undefined, 300);
    expect(await problemOf(store)).toContain('no answer within 300 ms');
  });

  test('answers after garbage are not taken for answers to later calls', async () => {
    const store = await openOn(
      afterPing((_request, connection, socket) => {
        if (connection === 0) socket.write(`\x01garbage\r\n${value('stray')}`);
        else socket.write(value('right'));
      }),
    );
    const answers: string[] = [];
    await until('a good answer', async () => {
      answers.push(await read(store, 'a'));
      return answers.at(-1) === 'value right';
    });
    expect(new Set(answers)).toEqual(new Set(['unavailable', 'value right']));
  });

  test('an answer nobody asked for ends the connection, and nothing is mixed up', async () => {
    const store = await openOn(
      afterPing((_request, connection, socket) => {
        if (connection === 0) socket.write(value('first') + value('unasked'));
        else socket.write(value('right'));
      }),
    );
    expect(await read(store, 'a')).toBe('value first');
    const answers: string[] = [];
    await until('a good answer', async () => {
      answers.push(await read(store, 'b'));
      return answers.at(-1) === 'value right';
    });
    expect(answers).not.toContain('value unasked');
  });

  test('an answer that is no text is garbage', async () => {
    const store = await openOn(
      afterPing((_request, _connection, socket) => {
        socket.write(':7\r\n');
      }),
    );
    expect(await read(store, 'a')).toBe('garbage');
  });

  test('one that hangs up on every command is asked again at a measured pace', async () => {
    let connections = 0;
    const store = await openOn(
      afterPing((_request, connection, socket) => {
        connections = connection + 1;
        socket.destroy();
      }),
    );
    const startedMs = performance.now();
    while (performance.now() - startedMs < 300) {
      expect(await read(store, 'a')).toBe('unavailable');
      await new Promise(setImmediate);
    }
    // Pauses only ever last longer than asked for; the shortest is 10 ms or more.
    expect(connections).toBeLessThan(2 + (performance.now() - startedMs) / 10);
  });
});
