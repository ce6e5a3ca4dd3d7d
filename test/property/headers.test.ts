import * as E from 'fp-ts/lib/Either.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SEEDS } from '../support/check-law.js';
import { effort } from '../support/effort.js';

import type { HeaderFault, HeaderSource, TrustedHeaders } from '../../src/adapters/http/index.js';
import {
  HEADERS,
  headersForEngine,
  parseRoutingHeaders,
  stripForClient,
  stripForged,
} from '../../src/adapters/http/index.js';

const RUNS = effort(20_000);
const NAMES = Object.values(HEADERS).map((spec) => spec.name);
const VALIDATED: readonly string[] = [
  HEADERS.requestId,
  HEADERS.inputTokens,
  HEADERS.model,
  HEADERS.routingMethod,
  HEADERS.priority,
  HEADERS.maxWaitMs,
  HEADERS.requestSloMs,
  HEADERS.retryBudgetMs,
].map((spec) => spec.name);

const hostileValue = fc.oneof(
  fc.constantFrom('', ' ', '\t', '0', '-0', '+1', '1e309', '-1', '1.5', '1e3', '0x1f', 'NaN'),
  fc.constantFrom('9007199254740991', '9007199254740992', '18446744073709551616', '4294967296'),
  fc.constantFrom('\u0000', 'a\u0000b', '\r\nx-model: z', '\u00ff', '\u00c3', '\u2028', '\ud800'),
  fc.constantFrom('__proto__', 'pulsar;seed=a', '1, 2', 'a, b', '\u0661', '\u00a0'),
  fc.constantFrom('9'.repeat(70_000), `a${' '.repeat(70_000)}b`, '\u00e9'.repeat(70_000)),
  fc.nat().map(String),
  fc.bigInt().map(String),
  fc.double().map(String),
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
);

const hostileName = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...NAMES) },
  { weight: 2, arbitrary: fc.constantFrom(...NAMES).map((name) => name.toUpperCase()) },
  { weight: 2, arbitrary: fc.constantFrom(...NAMES).map((name) => name.replaceAll('-', '_')) },
  fc.constantFrom('connection', 'Host', 'te', 'authorization', '__proto__', 'constructor', ''),
  fc.string(),
);

const goodLines = fc.constantFrom<readonly string[]>(
  [],
  ['x-request-id', 'r', 'x-input-tokens', '1', 'x-model', 'm'],
);

/** Hostile lines before or after good ones, sometimes with a name that has no value. */
const rawLines = fc
  .tuple(
    goodLines,
    fc.array(fc.tuple(hostileName, hostileValue), { maxLength: 14 }),
    fc.boolean(),
    fc.boolean(),
  )
  .map(([good, pairs, isGoodFirst, isOdd]) => [
    ...(isGoodFirst ? [...good, ...pairs.flat()] : [...pairs.flat(), ...good]),
    ...(isOdd ? ['x-priority'] : []),
  ]);

const toRecord = (lines: readonly string[]): Record<string, string[]> => {
  const record = Object.create(null) as Record<string, string[]>;
  for (let i = 0; i + 1 < lines.length; i += 2) (record[lines[i]!] ??= []).push(lines[i + 1]!);
  return record;
};

const source: fc.Arbitrary<HeaderSource> = fc.oneof(
  { weight: 3, arbitrary: rawLines },
  rawLines.map(toRecord),
  rawLines
    .map((lines) => Object.entries(toRecord(lines)).map(([n, v]) => [n, v.join(', ')]))
    .map((pairs) => new Map(pairs as [string, string][])),
);

const isWholeWithin = (value: number | undefined, max: number): boolean =>
  value === undefined || (Number.isSafeInteger(value) && value >= 0 && value <= max);

const isVisible = (text: string | undefined): boolean =>
  text === undefined || /^[!-~]([ -~]*[!-~])?$/.test(text);

const expectSound = (parsed: TrustedHeaders): void => {
  const max = Number.MAX_SAFE_INTEGER;
  const texts = [parsed.requestId, parsed.model, parsed.routingKey, parsed.affinityKey];
  expect(texts.every(isVisible)).toBe(true);
  expect(isWholeWithin(parsed.inputTokens, max)).toBe(true);
  expect(isWholeWithin(parsed.priority, 0xffff_ffff)).toBe(true);
  expect(isWholeWithin(parsed.maxWaitMs, 60_000)).toBe(true);
  expect(isWholeWithin(parsed.requestSloMs, max)).toBe(true);
  expect(isWholeWithin(parsed.retryBudgetMs, max)).toBe(true);
  expect(parsed.lastClusterId?.trim()).not.toBe('');
  expect(Buffer.from(parsed.lastClusterId ?? '', 'utf8').toString()).toBe(
    parsed.lastClusterId ?? '',
  );
};

const expectTelling = (fault: HeaderFault): void => {
  expect(fault.status).toBe(400);
  expect(VALIDATED).toContain(fault.header);
  expect(fault.message.startsWith(`${fault.header}: expected `)).toBe(true);
  expect(fault.message).not.toMatch(/\p{Cc}/u);
  expect(fault.message.length).toBeLessThan(250);
};

/** A second reading of one header, alone: does it refuse the request? */
const isBad = (lines: readonly string[], name: string): boolean => {
  const index = lines.findIndex((line, i) => i % 2 === 0 && line.toLowerCase() === name);
  const value = index < 0 ? undefined : lines[index + 1];
  const isRequired = VALIDATED.indexOf(name) < 3;
  if (value === undefined) return isRequired;
  const text = value.replace(/^[ \t]+/, '').replace(/(?<![ \t])[ \t]+$/, '');
  if (name === HEADERS.routingMethod.name) return text === '' || !isUtf8(value);
  if (name === HEADERS.requestId.name || name === HEADERS.model.name) return !isPrintable(text);
  if (text === '' || [...text].some((digit) => !'0123456789'.includes(digit))) return true;
  return BigInt(text) >= (name === HEADERS.priority.name ? 2n ** 32n : 2n ** 53n);
};

const isPrintable = (text: string): boolean =>
  text !== '' && [...text].every((c) => c.charCodeAt(0) >= 32 && c.charCodeAt(0) < 127);

const isUtf8 = (latin1: string): boolean => {
  const bytes = Buffer.from(latin1, 'latin1');
  const isBytes = bytes.toString('latin1') === latin1;
  return isBytes && Buffer.from(bytes.toString('utf8'), 'utf8').equals(bytes);
};

describe.each(SEEDS)('random and hostile header sets, seed %d', (seed) => {
  test('any shape gives a sound parse or a telling fault, and never throws', () => {
    fc.assert(
      fc.property(source, (headers) => {
        const parsed = parseRoutingHeaders(headers);
        if (E.isRight(parsed)) expectSound(parsed.right);
        else expectTelling(parsed.left);
      }),
      { seed, numRuns: RUNS },
    );
  });

  test('the first bad header in order of validation is the answer', () => {
    fc.assert(
      fc.property(rawLines, (lines) => {
        const parsed = parseRoutingHeaders(lines);
        const expected = VALIDATED.find((name) => isBad(lines, name));
        expect(E.isLeft(parsed) ? parsed.left.header : undefined).toBe(expected);
      }),
      { seed, numRuns: RUNS },
    );
  });

  test('optional strings and the hint never change whether a request is refused', () => {
    const optional = fc.constantFrom(
      HEADERS.lastClusterId.name,
      HEADERS.affinityKey.name,
      HEADERS.routingKey.name,
    );
    fc.assert(
      fc.property(rawLines, optional, hostileValue, (lines, name, value) => {
        const before = parseRoutingHeaders(lines);
        const after = parseRoutingHeaders([name, value, ...lines]);
        expect(E.isLeft(after)).toBe(E.isLeft(before));
      }),
      { seed, numRuns: effort(2_000) },
    );
  });

  test('forwarding and stripping keep a subsequence and let nothing forbidden through', () => {
    fc.assert(
      fc.property(rawLines, (lines) => {
        const forged = stripForged(lines, { forwardAuthorization: false });
        const isForged = (name: string): boolean =>
          /^(x[-_]stargate[-_]|(authorization|x[-_]model|x[-_]routing[-_](key|method))$)/i.test(
            name,
          );
        for (const kept of [forged, stripForClient(lines), headersForEngine(lines, {})]) {
          expect(isSubsequence(kept, lines)).toBe(true);
        }
        expect(namesOf(forged).some(isForged)).toBe(false);
      }),
      { seed, numRuns: effort(2_000) },
    );
  });
});

const namesOf = (lines: readonly string[]): string[] => lines.filter((_, i) => i % 2 === 0);

const isSubsequence = (kept: readonly string[], lines: readonly string[]): boolean => {
  let next = 0;
  for (let i = 0; i + 1 < lines.length && next < kept.length; i += 2) {
    if (lines[i] === kept[next] && lines[i + 1] === kept[next + 1]) next += 2;
  }
  return next === kept.length;
};
