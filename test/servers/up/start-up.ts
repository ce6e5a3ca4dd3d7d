/** `homeward up` as a process of its own, over mock engines. */
import { onTestFinished } from 'vitest';
import {
  createMockEngine,
  type MockEngine,
  type MockEngineOptions,
} from '../../../src/adapters/testing/mock-engine/index.js';
import { startCommand, type StartedCommand } from '../../support/start-command.js';

/** A command that serves. */
export type StartedUp = StartedCommand &
  Readonly<{
    /** Where clients go, without `/v1`. */
    base: string;
    /** Asks for a chat completion. */
    chat: (content: string, headers?: Readonly<Record<string, string>>) => Promise<Response>;
  }>;

/** Every listener on a port that nobody needs to know. */
const ANY_PORTS = ['--listen', '0', '--admin', '0', '--metrics', '0'];

/** Starts it, and waits until it says where it listens. */
export const startUp = async (
  args: readonly string[],
  options: Parameters<typeof startCommand>[1] = {},
): Promise<StartedUp> => {
  const command = startCommand(['up', ...ANY_PORTS, ...args], options);
  await command.printed(({ out }) => /admin .*\n/.test(out));
  const base = /point clients to (\S+)\/v1/.exec(command.output.out)![1]!;
  const chat: StartedUp['chat'] = (content, headers = {}) =>
    fetch(`${base}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content }] }),
    });
  return { ...command, base, chat };
};

let engineCount = 0;

/** A mock engine of the model `m` that ends with the test; its answers have ids of their own. */
export const startEngine = async (options: MockEngineOptions = {}): Promise<MockEngine> => {
  const engine = await createMockEngine({
    ...{ backendId: `engine-${String(++engineCount)}`, modelIds: ['m'], outputTokens: 2 },
    ...options,
  });
  onTestFinished(() => engine.close());
  return engine;
};

/** The flags that name engines. */
export const named = (...engines: readonly Readonly<{ url: string }>[]): readonly string[] =>
  engines.flatMap(({ url }) => ['--engine', url]);
