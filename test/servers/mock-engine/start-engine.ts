import { afterEach } from 'vitest';
import { createMockEngine } from '../../../src/adapters/testing/mock-engine/index.js';
import type {
  MockEngine,
  MockEngineOptions,
} from '../../../src/adapters/testing/mock-engine/index.js';

const started: MockEngine[] = [];

afterEach(async () => {
  await Promise.all(started.splice(0).map((engine) => engine.close()));
});

/** An engine that takes hardly any time, closed after the test. */
export const startEngine = async (options: MockEngineOptions = {}): Promise<MockEngine> => {
  const engine = await createMockEngine({
    modelIds: ['m'],
    prefillTokensPerSecond: 1e6,
    decodeTokensPerSecond: 1e5,
    ...options,
  });
  started.push(engine);
  return engine;
};

/** A chat request; `headers` and fields of the body may be added. */
export const chat = (
  engine: MockEngine,
  body: object = {},
  init: Readonly<{ headers?: Record<string, string>; signal?: AbortSignal }> = {},
): Promise<Response> =>
  fetch(`${engine.url}/v1/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Hello' }], ...body }),
    ...init,
    headers: { 'content-type': 'application/json', ...init.headers },
  });

/** Sends an order to the control endpoint. */
export const control = (engine: MockEngine, order: unknown): Promise<Response> =>
  fetch(`${engine.url}/mock/control`, { method: 'POST', body: JSON.stringify(order) });
