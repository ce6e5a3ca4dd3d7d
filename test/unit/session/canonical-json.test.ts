import canonicalize from 'canonicalize';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalPieces, PIECE_LENGTH } from '../../../src/session/canonical-json.js';

const piecesOf = (json: unknown): readonly string[] | undefined => {
  const pieces: string[] = [];
  const steps = canonicalPieces(json);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value ? pieces : undefined;
    pieces.push(value);
  }
};

const textOf = (json: unknown): string | undefined => piecesOf(json)?.join('');

describe('canonical JSON', () => {
  test('is what an independent implementation writes, for any JSON', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (text) => {
        const json: unknown = JSON.parse(text);
        expect(textOf(json)).toBe(canonicalize(json));
      }),
    );
  });

  test('is the same for any text, also for halves of surrogate pairs and long ones', () => {
    const unit = fc.oneof(
      fc.constantFrom('\ud83d', '\ude00', '"', '\\', '\n', '\u2028', 'é'),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(fc.array(unit), fc.nat(40), (units, before) => {
        // Around the place where a long text is cut.
        const text = 'x'.repeat(PIECE_LENGTH - before) + units.join('').repeat(20);
        expect(textOf({ [units.join('')]: [text, units] })).toBe(
          canonicalize({ [units.join('')]: [text, units] }),
        );
      }),
      { numRuns: 50 },
    );
  });

  test('comes in pieces of bounded length that end in whole characters', () => {
    const json = { a: '😀'.repeat(500_000), b: Array(300_000).fill(1), c: Array(9_000).fill({}) };
    const pieces = piecesOf(json)!;
    expect(pieces.join('')).toBe(canonicalize(json));
    expect(pieces.length).toBeGreaterThan(20);
    for (const piece of pieces) {
      expect(piece.length).toBeLessThan(2 * PIECE_LENGTH);
      expect(piece).not.toMatch(/[\ud800-\udbff]$/);
    }
  });

  test('is found at any depth without recursion', () => {
    const text = '[{"a":'.repeat(200_000) + '1' + '}]'.repeat(200_000);
    expect(textOf(JSON.parse(text))).toBe(text);
  });

  test('leaves members out that are undefined, and is none for numbers beyond the doubles', () => {
    expect(textOf({ b: undefined, a: [undefined, -0] })).toBe('{"a":[null,0]}');
    expect(textOf([JSON.parse('1e999')])).toBeUndefined();
    expect(textOf({ a: 1n })).toBeUndefined();
  });
});
