import { expect, test } from 'vitest';
import { describeError, readReason } from '../../../../src/adapters/node/error-text.js';

const withCode = (code: unknown) => Object.assign(new Error(''), { code });

test.each([
  ['a message', new Error('no way'), 'no way'],
  ['a code alone', withCode('ECONNREFUSED'), 'ECONNREFUSED'],
  ['a code without a value', withCode(undefined), 'Error'],
  [
    'no name either',
    Object.assign(withCode(undefined), { name: '' }),
    'an error without a message',
  ],
  ['no error at all', undefined, 'an error without a message'],
  ['a text', 'broken', 'broken'],
])('an error is told in words, never as "undefined": %s', (_, error, text) => {
  expect(describeError(error)).toBe(text);
  expect(readReason(error)).toBe(text);
});
