import { expect, test } from 'vitest';

import type { RouterErrorCode } from '../../../../src/adapters/http/index.js';
import { ERROR_CODES, errorAnswer } from '../../../../src/adapters/http/index.js';

test('an answer carries message and code in the body and the code in a header', () => {
  expect(errorAnswer(503, 'no_capacity', 'nothing "selectable"\n')).toEqual({
    status: 503,
    headers: { 'content-type': 'application/json', 'x-stargate-error-code': 'no_capacity' },
    body: '{"error":"nothing \\"selectable\\"\\n","code":"no_capacity"}',
  });
});

test('every code has its status', () => {
  const codesOf = (status: number): string[] =>
    (Object.keys(ERROR_CODES) as RouterErrorCode[])
      .filter((code) => ERROR_CODES[code].status === status)
      .sort();
  expect(codesOf(400)).toEqual([
    'bad_request',
    'cache_affinity_key_required',
    'inert_value',
    'input_tokens_required',
    'invalid_header',
    'invalid_value',
    'malformed_expression',
    'missing_header',
    'not_applicable',
    'unavailable',
    'unknown_method',
    'unknown_parameter',
  ]);
  expect(codesOf(404)).toEqual(['no_eligible_candidates', 'unknown_path']);
  expect(codesOf(431)).toEqual(['headers_too_large']);
  expect(codesOf(413)).toEqual(['body_too_large']);
  expect(codesOf(502)).toEqual(['upstream_error']);
  expect(codesOf(503)).toEqual(['input_work_limit_exceeded', 'no_capacity']);
  expect(codesOf(504)).toEqual(['upstream_timeout']);
});
