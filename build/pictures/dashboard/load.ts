/** The load of the story: conversations of eight turns, whose prompts grow by a thousand tokens. */
import { setTimeout as pause } from 'node:timers/promises';
import { STORY } from './record.js';

const TURNS = 8;
const THINK_MS = 1000;
const WORDS = 'word '.repeat(800);

/** Talks to the gateway at `base` until the story is over; `startMs` is when it began. */
export const talk = async (base: string, startMs: number): Promise<void> => {
  const seconds = (): number => (Date.now() - startMs) / 1000;
  const { usual, many } = STORY.conversations;
  const isWanted = (lane: number): boolean => {
    const now = seconds();
    const isRush = now >= STORY.rush.from && now < STORY.rush.to;
    return now < STORY.seconds && lane < (isRush ? many : usual);
  };
  const lane = async (at: number): Promise<void> => {
    if (at >= usual) await pause(STORY.rush.from * 1000);
    await pause(at * 50);
    for (let i = 0; isWanted(at); i++) await converse(base, `${String(at)}-${String(i)}`, at);
  };
  async function converse(url: string, session: string, at: number): Promise<void> {
    for (let turn = 1; turn <= TURNS && isWanted(at); turn++) {
      await say(url, session, turn);
      await pause(THINK_MS);
    }
  }
  await Promise.all(Array.from({ length: many }, (_, at) => lane(at)));
};

const say = async (base: string, session: string, turn: number): Promise<void> => {
  const messages = Array.from({ length: turn }, (_, i) => ({
    role: 'user',
    content: `${session}, turn ${String(i + 1)}: ${WORDS}`,
  }));
  const response = await fetch(`${base}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ model: 'mock-model', stream: true, max_tokens: 60 },
      ...{ prompt_cache_key: session, messages },
    }),
  });
  await response.text().catch(() => undefined);
};
