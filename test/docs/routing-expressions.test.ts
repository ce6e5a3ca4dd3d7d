import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as homeward from '../../src/api.js';
import * as expression from '../../src/expression/index.js';
import { accepted, readConfig, refused, rejected, resolved } from '../unit/expression/outcome.js';

const doc = readFileSync(new URL('../../docs/routing-expressions.md', import.meta.url), 'utf8');

const blocks = (language: string): string[] =>
  [...doc.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)\n\`\`\`$`, 'gm'))].map(
    ([, text]) => text!,
  );

const config = readConfig(JSON.parse(blocks('json')[0]!));

/** Runs a documented program; what it prints stands in a comment behind each line. */
const run = (program: string): { printed: string[]; promised: string[] } => {
  const modules = { homeward, 'homeward/expression': expression };
  const body = program.replace(
    /^import (\{.*\}) from ('.*');$/gm,
    (_, names: string, from: string) => `const ${names} = modules[${from}];`,
  );
  const printed: string[] = [];
  const print = { log: (value: unknown) => printed.push(String(value)) };
  (new Function('modules', 'console', body) as (...args: unknown[]) => void)(modules, print);
  const promised = [...program.matchAll(/^console\.log\(.*\); \/\/ (.*)$/gm)].map(
    ([, text]) => text!,
  );
  return { printed, promised };
};

describe('docs/routing-expressions.md', () => {
  test('opens with an expression that resolves', () => {
    expect(resolved(blocks('text')[0]!).policy.algorithm).toBe('pulsar');
  });

  test('shows a program that prints what it says', () => {
    const { printed, promised } = run(blocks('js')[0]!);
    expect(printed).toHaveLength(5);
    expect(printed).toEqual(promised);
  });

  test('shows one rejection of every class, under its name', () => {
    const classes = [...doc.matchAll(/^### `(\w+)`$/gm)].map(([, name]) => name!);
    const examples = blocks('rejection').map((block) => {
      const text = block.split('\n')[0]!;
      const rejection = rejected(text, config);
      expect(expression.renderRejection(text, rejection)).toBe(block);
      return rejection.code;
    });
    expect(examples).toEqual(classes);
    expect(new Set(classes).size).toBe(7);
  });

  test('shows canonical forms that come out so', () => {
    const rows = [...doc.matchAll(/^\| `(.*?)` \| `(.*?)` \|$/gm)];
    expect(rows).toHaveLength(8);
    for (const [, text, canonical] of rows) {
      expect(resolved(text!, config).canonical).toBe(canonical);
    }
  });

  test('shows model forms that are read', () => {
    expect(accepted(expression.parseModelCreate(blocks('create')[0]!))).toEqual({
      name: 'model-a',
      uris: ['/v1/chat/completions', '/v1/embeddings'],
      routingMethod: 'pulsar;seed=stable-a',
      tokenRateLimit: '100-S',
    });
    expect(accepted(expression.parseModelUpdate(blocks('update')[0]!)).name).toBe('model-a');
    const kinds = blocks('form').map(
      (block) => accepted(expression.parseModelFormJson(JSON.parse(block))).kind,
    );
    expect(kinds).toEqual(['create', 'update']);
  });

  test('shows the fault of a bad form', () => {
    const line = /For `(.*)`:/.exec(doc)![1]!;
    const faults = refused(expression.parseModelUpdate(line));
    expect(faults.map(({ message }) => message)).toEqual(blocks('fault'));
  });

  test('states the limits of the code', () => {
    const bytes = expression.MAX_EXPRESSION_BYTES.toLocaleString('en-US');
    expect(doc).toContain(
      `At most ${bytes} bytes (outer spaces not counted) and ${String(expression.MAX_PARAMETER_COUNT)} parameters`,
    );
  });
});

test('the package path homeward/expression exports these names', () => {
  expect(Object.keys(expression).sort()).toEqual([
    'MAX_EXPRESSION_BYTES',
    'MAX_PARAMETER_COUNT',
    'canonicalExpression',
    'checkFormat',
    'parseModelCreate',
    'parseModelFormJson',
    'parseModelUpdate',
    'policyIdentity',
    'renderRejection',
    'resolveCanonical',
    'resolveExpression',
  ]);
});
