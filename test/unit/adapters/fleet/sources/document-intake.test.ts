import { expect, test } from 'vitest';
import { fault } from '../../../../../src/core/codec/fault.js';
import type { FleetDocument } from '../../../../../src/adapters/fleet/document/fleet-document.js';
import { createDocumentIntake } from '../../../../../src/adapters/fleet/sources/document-intake.js';
import { createHeard } from './listen.js';

const GOOD = '{"targets":[]}';

const failure = (given: string) => fault({ code: 'missing', path: '', expected: 'x', given });

const start = () => {
  const { heard, listener } = createHeard<FleetDocument>();
  return { heard, intake: createDocumentIntake(listener) };
};

test('a good text delivers its document at each reading, the same object while it is the same', () => {
  const { heard, intake } = start();
  for (const text of [GOOD, GOOD, `${GOOD} `]) intake.read(text);
  expect(heard.values).toHaveLength(3);
  expect(heard.values[1]).toBe(heard.values[0]);
  expect(heard.values[2]).not.toBe(heard.values[0]);
});

test('a bad text is told once, and again when it comes back', () => {
  const { heard, intake } = start();
  for (const text of ['{', '{', GOOD, '{', '{']) intake.read(text);
  expect(heard.refused).toHaveLength(2);
  expect(heard.values).toHaveLength(1);
});

test('a failure is told once, and again when it is another one or comes back', () => {
  const { heard, intake } = start();
  for (const given of ['a', 'a', 'b']) intake.failed(failure(given));
  intake.read(GOOD);
  intake.failed(failure('b'));
  expect(heard.refused).toHaveLength(3);
});

test('the text that was there before a failure delivers its document again', () => {
  const { heard, intake } = start();
  intake.read(GOOD);
  intake.failed(failure('a'));
  intake.read(GOOD);
  expect(heard.values).toHaveLength(2);
});
