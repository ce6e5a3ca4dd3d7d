import { expect, test } from 'vitest';
import { counted } from '../../../src/core/codec/counted.js';

test('one of a kind is singular, and any other number plural', () => {
  expect([0, 1, 2].map((count) => counted(count, 'request'))).toEqual([
    '0 requests',
    '1 request',
    '2 requests',
  ]);
  expect([1, 2].map((count) => counted(count, 'address', 'addresses'))).toEqual([
    '1 address',
    '2 addresses',
  ]);
});
