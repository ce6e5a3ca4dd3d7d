import { describe, expect, test } from 'vitest';
import { runExample } from '../support/run-example.js';
import { PAGES, readPage } from './pages.js';

/** A `ts` block that is followed by a `text` block: a program, and what it prints. */
const EXAMPLE = /```ts\n(?<code>[\s\S]*?)```\s*```text\n(?<output>[\s\S]*?)```/g;

describe.each(PAGES)('%s', (file) => {
  const examples = [...readPage(file).matchAll(EXAMPLE)];
  if (examples.length === 0) {
    test('has no program to run', () => undefined);
    return;
  }

  test.each(examples.map(({ groups }, index) => [index + 1, groups!] as const))(
    'example %i prints what the page says',
    async (number, { code, output }) => {
      const printed = await runExample(code!, `${file.replace(/\W/g, '-')}-${String(number)}`);
      expect(printed).toBe(output);
    },
  );
});
