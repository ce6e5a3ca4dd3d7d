import { expect, test } from 'vitest';
import { parseOrigins } from '../../../../src/adapters/gateway/serve/cors.js';
import { createAccessLog } from '../../../../src/adapters/servers/logging/access-log.js';

const FIELDS = { time: 'now', request_id: 'r 1"\n', model: null, status: 200, wait_ms: 1.5 };

test('an access line is JSON or text, one a request', () => {
  const lines: string[] = [];
  const write = (line: string): void => void lines.push(line);
  createAccessLog('json', write)!(FIELDS);
  createAccessLog('text', write)!(FIELDS);
  expect(lines[0]).toBe(
    '{"time":"now","request_id":"r 1\\"\\n","model":null,"status":200,"wait_ms":1.5}\n',
  );
  expect(lines[1]).toMatch(/^time=now request_id=".*" model=- status=200 wait_ms=1.5\n$/);
  expect(lines[1]!.trimEnd()).not.toContain('\n');
  expect(createAccessLog('off', write)).toBeUndefined();
});

test('origins are read strictly', () => {
  expect(parseOrigins('')).toEqual([]);
  expect(parseOrigins('*')).toEqual(['*']);
  expect(parseOrigins('https://a.example, http://localhost:3000')).toEqual([
    'https://a.example',
    'http://localhost:3000',
  ]);
  for (const text of [
    'a.example',
    'https://a.example/',
    'https://a.example/x',
    'https://A.example',
  ]) {
    expect(parseOrigins(text)).toBeUndefined();
  }
});
