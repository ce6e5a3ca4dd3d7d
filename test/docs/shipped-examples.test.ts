import { readFileSync } from 'node:fs';
import * as E from 'fp-ts/lib/Either.js';
import { expect, test } from 'vitest';
import { createView } from '../../src/index.js';
import { decideCase, parseCaseText } from '../../src/adapters/cases/index.js';
import { parseLbConfig } from '../../src/core/config/config-codec.js';

const kindOf = (text: string): unknown => {
  const parsed = parseCaseText(text, createView);
  if (E.isLeft(parsed)) throw new Error(parsed.left.map(({ message }) => message).join('\n'));
  return decideCase(parsed.right)['kind'];
};

test('the example case waits for the home of its session', () => {
  expect(kindOf(readFileSync('examples/case.json', 'utf8'))).toBe('wait');
});

test('the example of bands waits, too', () => {
  expect(kindOf(readFileSync('examples/bands.json', 'utf8'))).toBe('wait');
});

test('every line of the example cases is decided', () => {
  const lines = readFileSync('examples/cases.jsonl', 'utf8').trim().split('\n');
  expect(lines.map(kindOf)).toEqual(['wait', 'selected', 'selected', 'selected']);
});

test('the example configuration loads without a warning', () => {
  const parsed = parseLbConfig(JSON.parse(readFileSync('examples/lb-config.json', 'utf8')));
  expect(E.isRight(parsed) && parsed.right.warnings).toEqual([]);
});
