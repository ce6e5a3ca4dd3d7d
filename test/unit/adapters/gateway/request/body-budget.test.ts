import { expect, test } from 'vitest';
import { createBodyBudget } from '../../../../../src/adapters/gateway/request/body-budget.js';

test('bodies share a budget, and give back what they held, once', () => {
  const budget = createBodyBudget(100);
  const [first, second] = [budget.open(), budget.open()];
  expect(first.take(60)).toBe(true);
  expect(second.take(41)).toBe(false);
  expect(second.hasRoom(41)).toBe(false);
  expect(second.take(40)).toBe(true);
  expect(budget.heldBytes()).toBe(100);
  first.release();
  first.release();
  expect(budget.heldBytes()).toBe(40);
  expect(second.take(60)).toBe(true);
});
