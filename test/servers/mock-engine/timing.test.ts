import { systemClock } from '../../../src/adapters/time/clock.js';
import { describe, expect, test } from 'vitest';
import { until } from '../../support/until.js';
import { createManualClock } from '../../support/manual-clock.js';
import { chat, startEngine } from './start-engine.js';

const inputTokens = (count: number) => ({ 'x-input-tokens': String(count) });

describe('the time a request takes', () => {
  test('is its prompt at the prefill rate and its further tokens at the decode rate', async () => {
    const clock = createManualClock();
    const engine = await startEngine({
      clock,
      prefillTokensPerSecond: 1000,
      decodeTokensPerSecond: 10,
      outputTokens: 3,
    });
    const answer = chat(engine, {}, { headers: inputTokens(500) });
    await until('clock.pendingCount() === 1', () => clock.pendingCount() === 1);
    await clock.advance(699);
    expect(engine.state().running).toBe(1);
    await clock.advance(1);
    expect(engine.state().running).toBe(0);
    expect((await answer).status).toBe(200);
    expect(clock.pendingCount()).toBe(0);
  });

  test('sends each token of a stream when it is due', async () => {
    const clock = createManualClock();
    const engine = await startEngine({
      clock,
      prefillTokensPerSecond: 1000,
      decodeTokensPerSecond: 10,
      outputTokens: 3,
    });
    const pending = chat(engine, { stream: true }, { headers: inputTokens(100) });
    await until('clock.pendingCount() === 1', () => clock.pendingCount() === 1);
    await clock.advance(100);
    const reader = (await pending).body!.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader.read()).value).toContain('"content":"This"');
    await clock.advance(100);
    expect((await reader.read()).value).toContain('"content":" answer"');
    await clock.advance(100);
    let rest = '';
    for (let next = await reader.read(); !next.done; next = await reader.read()) rest += next.value;
    expect(rest).toContain('"content":" is"');
    expect(rest.endsWith('data: [DONE]\n\n')).toBe(true);
  });

  test('keeps the decode rate when the clock is late', async () => {
    let nowMs = 0;
    const delays: number[] = [];
    const engine = await startEngine({
      clock: {
        ...systemClock,
        nowMs: () => nowMs,
        after: (delayMs, callback) => {
          delays.push(delayMs);
          nowMs += delayMs + 5;
          queueMicrotask(callback);
          return () => undefined;
        },
      },
      prefillTokensPerSecond: Infinity,
      decodeTokensPerSecond: 100,
      outputTokens: 4,
    });
    await chat(engine);
    expect(delays).toEqual([10, 5, 5]);
  });

  test('shrinks by the time scale and grows by the slow factor', async () => {
    const clock = createManualClock();
    const engine = await startEngine({
      clock,
      prefillTokensPerSecond: 1000,
      timeScale: 10,
      outputTokens: 1,
    });
    engine.slow(4);
    const answer = chat(engine, {}, { headers: inputTokens(1000) });
    await until('clock.pendingCount() === 1', () => clock.pendingCount() === 1);
    await clock.advance(399);
    expect(engine.state().running).toBe(1);
    await clock.advance(1);
    expect((await answer).ok).toBe(true);
  });

  test('counts the prompt as five tokens and one for every four bytes unless told', async () => {
    const engine = await startEngine();
    const messages = [{ role: 'user', content: [{ type: 'text', text: 'äöü' }] }];
    const tokensOf = async (headers: Record<string, string>) =>
      (await chat(engine, { messages }, { headers })).headers.get('x-mock-prompt-tokens');
    expect(await tokensOf({})).toBe('7');
    expect(await tokensOf({ 'x-input-tokens': ' 1234 ' })).toBe('1234');
    expect(await tokensOf({ 'x-input-tokens': 'many' })).toBe('7');
  });
});
