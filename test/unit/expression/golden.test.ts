import { readFileSync } from 'node:fs';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { resolveExpression } from '../../../src/expression/index.js';
import { readConfig } from './outcome.js';

type Row = { model: string; text: string; expect: { verdict: string; canonical?: string } };

const [first, ...lines] = readFileSync(
  new URL('../../golden/expressions.jsonl', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n');
const config = readConfig((JSON.parse(first!) as { lb_config: unknown }).lb_config);
const rows = lines.map((line) => JSON.parse(line) as Row);

describe('the golden expressions', () => {
  test('are all there', () => {
    expect(rows).toHaveLength(71);
  });

  test.each(rows)('$model: "$text" is $expect.verdict', (row) => {
    const outcome = resolveExpression(config, row.model, row.text);
    const verdict = E.isLeft(outcome)
      ? { verdict: outcome.left.code }
      : { verdict: 'accepted', canonical: outcome.right.canonical };
    expect(verdict).toEqual(row.expect);
  });
});
