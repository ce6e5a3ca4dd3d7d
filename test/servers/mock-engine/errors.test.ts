import { describe, expect, test } from 'vitest';
import * as E from 'fp-ts/lib/Either.js';
import { itemsOf, passing } from '../../../src/adapters/testing/mock-engine/codecs.js';
import { chat, startEngine } from './start-engine.js';

const errorOf = async (response: Response) =>
  ((await response.json()) as { error: Record<string, unknown> }).error;

describe('errors of the mock engine', () => {
  test.each([
    [{ model: undefined }, 'model', 'model: expected string, given nothing'],
    [
      { messages: [] },
      'messages',
      'messages: expected an array of one or more messages, given an array',
    ],
    [
      { messages: [{ role: 'user', content: 7 }] },
      'messages[0].content',
      'messages[0].content: expected text or an array of parts, given 7',
    ],
    [
      { messages: [{ role: 'user', content: [{ type: 'text' }, { text: 'x' }] }] },
      'messages[0].content[1].type',
      'messages[0].content[1].type: expected string, given nothing',
    ],
    [{ max_tokens: 0 }, 'max_tokens', 'max_tokens: expected a whole number, 1 or more, given 0'],
    [{ n: 2 }, 'n', 'n: expected 1, given 2'],
  ])('says where a body is wrong: %j', async (body, param, message) => {
    const response = await chat(await startEngine(), body);
    expect(response.status).toBe(400);
    expect(await errorOf(response)).toMatchObject({
      type: 'invalid_request_error',
      param,
      message,
    });
  });

  test('looks no further than the first wrong item of a list, however many there are', () => {
    const looked: unknown[] = [];
    const item = passing<number>('a number', (json) => {
      looked.push(json);
      return typeof json === 'number';
    });
    const items = itemsOf(item, 'items');
    const read = items.decode([1, 2, ...Array<string>(100_000).fill('x')]);
    expect(E.isLeft(read) && read.left).toHaveLength(1);
    expect(looked).toEqual([1, 2, 'x']);
    expect(items.decode([1, 2])).toEqual(E.right([1, 2]));
  });

  test('takes null for a field that is left out', async () => {
    const response = await chat(await startEngine(), { max_tokens: null, stream: null, n: null });
    expect(response.status).toBe(200);
  });

  test('refuses a body that is no JSON', async () => {
    const engine = await startEngine();
    const response = await fetch(`${engine.url}/v1/responses`, { method: 'POST', body: '{' });
    expect(response.status).toBe(400);
    expect(await errorOf(response)).toMatchObject({ code: 'invalid_json', param: null });
  });

  test('escapes and shortens what the client sent', async () => {
    const model = `\u0000\u009f${'x'.repeat(100)}`;
    const { message } = await errorOf(await chat(await startEngine(), { model }));
    expect(message).toBe(`The model "\\u{0}\\u{9f}${'x'.repeat(48)}..." does not exist here.`);
  });

  test.each(['__proto__', 'constructor', 'toString'])('does not know a model %s', async (model) => {
    expect((await chat(await startEngine(), { model })).status).toBe(404);
  });

  test('answers 404 for other paths and 405 for other methods', async () => {
    const engine = await startEngine();
    const unknown = await fetch(`${engine.url}/v1/audio?x=1`);
    expect(unknown.status).toBe(404);
    expect(await errorOf(unknown)).toMatchObject({ code: 'not_found' });
    const wrong = await fetch(`${engine.url}/v1/chat/completions`);
    expect(wrong.status).toBe(405);
    expect(wrong.headers.get('allow')).toBe('POST');
  });

  test('refuses a model id with a space, which would be two ids in quotes', async () => {
    await expect(startEngine({ modelIds: ['m secret'] })).rejects.toThrow(
      'modelIds: expected one or more texts of 1 to 256 characters, no spaces',
    );
  });

  test('refuses settings that make no sense, naming all of them', async () => {
    await expect(startEngine({ slots: 0, timeScale: Number.NaN, modelIds: [] })).rejects.toThrow(
      'modelIds: expected one or more texts of 1 to 256 characters, no spaces and no control characters, given an array; ' +
        'slots: expected a whole number from 1 to 9007199254740991, given 0; ' +
        'timeScale: expected a number above 0, given NaN',
    );
  });
});
