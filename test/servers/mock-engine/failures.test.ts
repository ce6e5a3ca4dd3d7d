import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { until } from '../../support/until.js';
import { createManualClock } from '../../support/manual-clock.js';
import { chat, control, startEngine } from './start-engine.js';

/** Code of the error a new connection to the port meets, if any. */
const connectError = (port: number) =>
  new Promise<string | undefined>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code);
    });
    socket.once('connect', () => {
      socket.destroy();
      resolve(undefined);
    });
  });

const causeOf = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason as { cause?: { code?: string } },
  );
  return error?.cause?.code;
};

describe('an engine told to fail', () => {
  test('refuses connections on its port and comes back to it', async () => {
    const engine = await startEngine();
    await (await chat(engine)).text();
    await engine.fail({ mode: 'connect-refuse' });
    expect(await connectError(engine.port)).toBe('ECONNREFUSED');
    expect(engine.state()).toMatchObject({ isListening: false, failure: 'connect-refuse' });
    await engine.fail({ mode: 'none' });
    expect((await chat(engine)).status).toBe(200);
  });

  test('is not woken up again when it was closed while it refused connections', async () => {
    const clock = createManualClock();
    const engine = await startEngine({ clock });
    await engine.fail({ mode: 'connect-refuse', forMs: 10 });
    await engine.close();
    expect(clock.pendingCount()).toBe(0);
    await engine.reset();
    expect(await connectError(engine.port)).toBe('ECONNREFUSED');
  });

  test('lets running requests end while it refuses connections', async () => {
    const clock = createManualClock();
    const engine = await startEngine({ clock });
    const running = chat(engine);
    await until('clock.pendingCount() === 1', () => clock.pendingCount() === 1);
    await engine.fail({ mode: 'connect-refuse' });
    await clock.advance(10);
    expect((await running).status).toBe(200);
    await until('engine.state().openSockets === 0', () => engine.state().openSockets === 0);
  });

  test('refuses connections for a while when told over HTTP', async () => {
    const clock = createManualClock();
    const engine = await startEngine({ clock, prefillTokensPerSecond: Infinity, outputTokens: 1 });
    const order = { action: 'fail', mode: 'connect-refuse', for_ms: 500 };
    expect((await control(engine, order)).status).toBe(200);
    await clock.advance(499);
    expect(await connectError(engine.port)).toBe('ECONNREFUSED');
    await clock.advance(1);
    await until('engine.state().isListening', () => engine.state().isListening);
    expect((await chat(engine)).status).toBe(200);
  });

  test('closes the connection without an answer, having read the request', async () => {
    const engine = await startEngine();
    await engine.fail({ mode: 'close-before-headers' });
    expect(await causeOf(chat(engine))).toBe('UND_ERR_SOCKET');
    expect(engine.requests.at(-1)!.isComplete).toBe(true);
    expect(engine.state().running).toBe(0);
  });

  test.each([true, false])(
    'closes the connection in the middle of a body (stream: %s)',
    async (stream) => {
      const engine = await startEngine({ slots: 1 });
      await engine.fail({ mode: 'close-mid-stream' });
      const response = await chat(engine, { stream });
      expect(response.status).toBe(200);
      const reader = response.body!.getReader();
      expect((await reader.read()).value!.length).toBeGreaterThan(10);
      await expect(reader.read()).rejects.toThrow('terminated');
      await until('engine.state().running === 0', () => engine.state().running === 0);
    },
  );

  test('closes the connection after the headers, or after as many pieces as told', async () => {
    const engine = await startEngine();
    const read = async (afterPieces: number) => {
      await engine.fail({ mode: 'close-mid-stream', afterPieces });
      let text = '';
      try {
        const response = await chat(engine, { stream: true });
        for await (const piece of response.body!.pipeThrough(new TextDecoderStream()))
          text += piece;
      } catch {
        return text.match(/"content":"[^"]+"/g)?.length ?? 0;
      }
      throw new Error('the stream was not cut');
    };
    expect(await read(0)).toBe(0);
    expect(await read(3)).toBe(3);
  });

  test('answers with the status and the retry marks it was given, as often as told', async () => {
    const engine = await startEngine();
    await engine.fail({
      mode: 'status',
      status: 429,
      retryable: true,
      retryReason: 'queue_estimate_mismatch',
      retryAfterMs: 20,
      times: 1,
    });
    const response = await chat(engine);
    expect(response.status).toBe(429);
    expect(response.headers.get('x-stargate-retryable')).toBe('true');
    expect(response.headers.get('x-stargate-retry-reason')).toBe('queue_estimate_mismatch');
    expect(response.headers.get('x-stargate-retry-after-ms')).toBe('20');
    expect((await chat(engine)).status).toBe(200);
    expect(engine.state().failure).toBe('none');
  });

  test('marks an error as retryable only when told', async () => {
    const engine = await startEngine();
    await engine.fail({ mode: 'status', status: 500 });
    const response = await chat(engine);
    expect(response.status).toBe(500);
    expect(response.headers.has('x-stargate-retryable')).toBe(false);
  });

  test('delays the headers', async () => {
    const clock = createManualClock();
    const engine = await startEngine({ clock, outputTokens: 1 });
    await engine.fail({ mode: 'slow-headers', delayMs: 5000 });
    const answer = chat(engine, { stream: true });
    await until('clock.pendingCount() === 1', () => clock.pendingCount() === 1);
    await clock.advance(1);
    expect(clock.pendingCount()).toBe(1);
    await clock.advance(5000);
    expect((await answer).status).toBe(200);
  });

  test('delays every piece of the body', async () => {
    const clock = createManualClock();
    const engine = await startEngine({ clock, outputTokens: 1 });
    await engine.fail({ mode: 'slow-body', delayMs: 5000 });
    const answer = chat(engine);
    await until('clock.pendingCount() === 1', () => clock.pendingCount() === 1);
    await clock.advance(1);
    const response = await answer;
    const body = response.json();
    await clock.advance(9999);
    expect(clock.pendingCount()).toBe(1);
    await clock.advance(1);
    expect(await body).toMatchObject({ object: 'chat.completion' });
  });

  test('ends a failure when its time is up', async () => {
    const clock = createManualClock();
    const engine = await startEngine({ clock, prefillTokensPerSecond: Infinity, outputTokens: 1 });
    await engine.fail({ mode: 'status', status: 503, forMs: 100 });
    expect((await chat(engine)).status).toBe(503);
    await clock.advance(100);
    expect((await chat(engine)).status).toBe(200);
  });

  test('fails on the paths it was told, never on the controls', async () => {
    const engine = await startEngine();
    const statuses = async () => {
      const paths = ['/v1/models', '/metrics', '/health', '/mock/state'];
      const answers = await Promise.all(paths.map((path) => fetch(engine.url + path)));
      return answers.map(({ status }) => status);
    };
    await engine.fail({ mode: 'status', status: 500 });
    expect(await statuses()).toEqual([500, 200, 200, 200]);
    await engine.fail({ mode: 'status', status: 500, paths: 'metrics' });
    expect(await statuses()).toEqual([200, 500, 200, 200]);
    await engine.fail({ mode: 'status', status: 500, paths: 'all' });
    expect(await statuses()).toEqual([500, 500, 500, 200]);
  });
});
