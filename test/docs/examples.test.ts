import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { runExample } from '../support/run-example.js';

/** A `ts` block that is followed by a `text` block: a program, and what it prints. */
const EXAMPLE = /```ts\n(?<code>[\s\S]*?)```\s*```text\n(?<output>[\s\S]*?)```/g;

const pages = readdirSync('docs').filter((name) => name.endsWith('.md'));
const files = ['README.md', ...pages.map((name) => `docs/${name}`)];

describe.each(files)('%s', (file) => {
  const examples = [...readFileSync(file, 'utf8').matchAll(EXAMPLE)];
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
