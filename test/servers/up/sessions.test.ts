import OpenAI from 'openai';
import { expect, onTestFinished, test } from 'vitest';
import { createMockEngine } from '../../../src/adapters/testing/mock-engine/index.js';
import { until } from '../../support/until.js';
import { named, startEngine, startUp, type StartedUp } from './start-up.js';

const TURNS = 8;
const TALKS = 6;

const FAST = { slots: 64, prefillTokensPerSecond: 1e6, decodeTokensPerSecond: 1e5 };

const startOverTwo = async () => {
  const engines = [await startEngine(FAST), await startEngine(FAST)] as const;
  const flags = [...named(...engines), '--slots', '64', '--expose-cluster', 'on'];
  const up = await startUp(flags);
  return { engines, up, client: clientOf(up) };
};

/** The official client as its documentation sets it up. */
const clientOf = ({ base }: StartedUp): OpenAI =>
  new OpenAI({ baseURL: `${base}/v1`, apiKey: 'none' });

const clusterOf = (response: Response): string => response.headers.get('x-homeward-cluster')!;

/** One conversation of chat completions, in which every turn repeats all before it. */
class Talk {
  readonly #messages: OpenAI.ChatCompletionMessageParam[] = [];
  constructor(
    readonly client: OpenAI,
    readonly name: string,
  ) {}

  /** The cluster that answered. */
  async turn(): Promise<string> {
    const number = String(this.#messages.length / 2);
    this.#messages.push({ role: 'user', content: `${this.name}, turn ${number}` });
    const { data, response } = await this.client.chat.completions
      .create({ model: 'm', messages: [...this.#messages] })
      .withResponse();
    this.#messages.push(data.choices[0]!.message);
    return clusterOf(response);
  }

  async turns(count: number): Promise<readonly string[]> {
    const clusters: string[] = [];
    for (let i = 0; i < count; i++) clusters.push(await this.turn());
    return clusters;
  }
}

test('every conversation of eight turns stays on one engine from its second turn on', async () => {
  const { engines, client } = await startOverTwo();
  const talks = Array.from({ length: TALKS }, (_, i) => new Talk(client, `talk ${String(i)}`));
  const homes = await Promise.all(talks.map((talk) => talk.turns(TURNS)));
  for (const [, ...later] of homes) expect(new Set(later).size).toBe(1);
  const chats = engines.map(
    ({ requests }) => requests.filter(({ path }) => path === '/v1/chat/completions').length,
  );
  expect(chats[0]! + chats[1]!).toBe(TALKS * TURNS);
});

test('conversations that go on by previous_response_id stay likewise', async () => {
  const { client } = await startOverTwo();
  const talk = async (name: string): Promise<readonly string[]> => {
    const clusters: string[] = [];
    let previous: string | undefined;
    for (let turn = 0; turn < TURNS; turn++) {
      const { data, response } = await client.responses
        .create({
          model: 'm',
          input: `${name}, turn ${String(turn)}`,
          ...(previous !== undefined && { previous_response_id: previous }),
        })
        .withResponse();
      clusters.push(clusterOf(response));
      previous = data.id;
    }
    return clusters;
  };
  const homes = await Promise.all(Array.from({ length: TALKS }, (_, i) => talk(String(i))));
  for (const [, ...later] of homes) expect(new Set(later).size).toBe(1);
});

test('conversations go on when their engine is killed, and stay where they went', async () => {
  const { engines, client, up } = await startOverTwo();
  const talks = Array.from({ length: TALKS }, (_, i) => new Talk(client, `talk ${String(i)}`));
  const before = await Promise.all(talks.map((talk) => talk.turns(3)));
  const [dead, alive] = engines;
  const nameOf = ({ url }: Readonly<{ url: string }>): string => url.replace('http://', '');
  await dead.close();
  const meanwhile = await Promise.all(talks.map((talk) => talk.turns(3)));
  expect(new Set(meanwhile.flat())).toEqual(new Set([nameOf(alive)]));
  const back = await createMockEngine({ ...dead.settings, port: dead.port });
  onTestFinished(() => back.close());
  const after = await Promise.all(talks.map((talk) => talk.turns(2)));
  expect(new Set(after.flat())).toEqual(new Set([nameOf(alive)]));
  expect(before.flat()).toHaveLength(3 * TALKS);
  expect(up.child.exitCode).toBeNull();
});

test('a burst of 40 over 16 slots waits rather than fails', async () => {
  const eight = { ...FAST, slots: 8 };
  const engines = [await startEngine(eight), await startEngine(eight)];
  const up = await startUp([...named(...engines), '--slots', '8', '--access-log', 'json']);
  const page = /metrics (\S+);/.exec(up.output.out)![1]!;
  for (const engine of engines) engine.fill();
  const burst = Array.from({ length: 40 }, (_, i) => up.chat(`burst ${String(i)}`));
  await until('some wait', async () =>
    /^homeward_router_waiting_requests\{[^}]*\} [1-9]/m.test(await (await fetch(page)).text()),
  );
  for (const engine of engines) engine.drain();
  const answers = await Promise.all(burst);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const waits = (): readonly number[] =>
    up.output.out
      .split('\n')
      .filter((line) => line.includes('"server":"router"') && line.endsWith('}'))
      .map((line) => (JSON.parse(line) as { wait_ms: number }).wait_ms)
      .sort((a, b) => a - b);
  await up.printed(() => waits().length >= 40);
  expect(waits().at(-1)).toBeGreaterThan(0);
  console.info(
    `waits of a burst of 40 over 16 slots: p50 ${at(waits(), 0.5)}, p99 ${at(waits(), 0.99)}`,
  );
});

const at = (sorted: readonly number[], quantile: number): string =>
  `${String(sorted[Math.ceil(sorted.length * quantile) - 1])} ms`;
