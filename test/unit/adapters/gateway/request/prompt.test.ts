import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  createInputEstimate,
  estimateInputTokens,
  promptOf,
} from '../../../../../src/adapters/gateway/request/prompt.js';
import type { ForwardedKind } from '../../../../../src/adapters/gateway/request/gateway-route.js';
import { canonicalPieces } from '../../../../../src/session/canonical-json.js';
import type { JsonObject } from '../../../../../src/core/codec/codec.js';

const bytesOf = (kind: ForwardedKind, json: JsonObject): number =>
  promptOf(kind, json).texts.join('').length;

const user = { role: 'user', content: 'hello' };
const tools = [{ type: 'function', function: { name: 'f', description: 'x'.repeat(40_000) } }];
const args = JSON.stringify({ text: 'y'.repeat(4_000) });

describe('the prompt of a request', () => {
  test.each([
    ['chat', { messages: [user], tools }],
    ['chat', { messages: [user], functions: tools }],
    ['responses', { input: 'hello', tools }],
    ['messages', { messages: [user], tools }],
    ['pass_through', { messages: [user], tools }],
  ] as const)('counts the definitions of tools: %s', (kind, json) => {
    expect(bytesOf(kind, json)).toBe(5 + JSON.stringify(tools).length);
    expect(estimateInputTokens(promptOf(kind, json), 'm')).toBeGreaterThan(10_000);
  });

  test.each([
    [
      'chat',
      {
        messages: [
          { role: 'assistant', tool_calls: [{ function: { name: 'f', arguments: args } }] },
        ],
      },
    ],
    ['chat', { messages: [{ role: 'assistant', function_call: { name: 'f', arguments: args } }] }],
    ['responses', { input: [{ type: 'function_call', name: 'f', arguments: args }] }],
    ['responses', { input: [{ type: 'custom_tool_call', name: 'f', input: args }] }],
    [
      'messages',
      {
        messages: [
          {
            role: 'assistant',
            content: [{ type: 'tool_use', name: 'f', input: JSON.parse(args) }],
          },
        ],
      },
    ],
  ] as const)('counts calls of tools: %s, %#', (kind, json) => {
    expect(bytesOf(kind, json as JsonObject)).toBe(1 + args.length);
  });

  test.each([
    ['chat', { messages: [{ role: 'tool', content: 'abcd' }] }],
    ['responses', { input: [{ type: 'function_call_output', output: 'abcd' }] }],
    [
      'messages',
      { messages: [{ role: 'user', content: [{ type: 'tool_result', content: 'abcd' }] }] },
    ],
  ] as const)('counts what tools answered: %s', (kind, json) => {
    expect(bytesOf(kind, json)).toBe(4);
  });

  test.each([
    ['chat', 'messages', { type: 'image_url', image_url: { url: 'data:x' } }],
    ['responses', 'input', { type: 'input_image', image_url: 'data:x' }],
    ['messages', 'messages', { type: 'image', source: { type: 'base64', data: 'xxxx' } }],
  ] as const)('counts images, not their bytes: %s', (kind, field, image) => {
    const text = { type: 'text', text: 'ab' };
    const prompt = promptOf(kind, { [field]: [{ role: 'user', content: [text, image, image] }] });
    expect(prompt).toMatchObject({ texts: ['ab'], imageCount: 2 });
    expect(estimateInputTokens(prompt, 'm')).toBe(5 + 1 + 2 * 1_024);
    expect(createInputEstimate(7)(prompt, 'm')).toBe(5 + 1 + 2 * 7);
  });

  test('takes tools nested however deep', () => {
    const deep = JSON.parse('['.repeat(9_000) + ']'.repeat(9_000)) as unknown;
    expect(bytesOf('chat', { tools: deep })).toBe(18_000);
    const objects = JSON.parse('{"__proto__":'.repeat(9_000) + '1' + '}'.repeat(9_000)) as unknown;
    expect(bytesOf('chat', { tools: [1, 'x', objects] })).toBe(9_000 * 14 + 1 + '[1,"x",]'.length);
  });

  test('writes tools at once, not value by value', () => {
    const numbers = Array.from({ length: 100_000 }, () => 1);
    const deep = JSON.parse('['.repeat(9_000) + ']'.repeat(9_000)) as unknown;
    const stringify = vi.spyOn(JSON, 'stringify');
    onTestFinished(() => stringify.mockRestore());
    expect(bytesOf('chat', { tools: numbers })).toBe(200_001);
    expect(stringify).toHaveBeenCalledTimes(1);
    stringify.mockClear();
    expect(bytesOf('chat', { tools: [numbers, deep] })).toBe(200_001 + 18_000 + '[,]'.length);
    // One for each array, and the one that was too deep.
    expect(stringify).toHaveBeenCalledTimes(9_003);
  });

  test.each([
    [[{ type: 'function', function: { name: 'é"\n', parameters: { b: [1.5, null], a: true } } }]],
    [[]],
    [{ 2: 'x', 1: { z: {}, y: [] } }],
    [[1e21, -0.5, '\u2028', 'ü€😀']],
  ])('measures tools as the canonical form of their JSON: %j', (given) => {
    const canonical = [...canonicalPieces(given)].join('');
    const expected = 5 + Math.ceil(Buffer.byteLength(canonical) / 4);
    expect(estimateInputTokens(promptOf('chat', { tools: given }), 'm')).toBe(expected);
  });
});
