import fc from 'fast-check';
import { ALGORITHMS, FIELDS, FIELD_KEYS } from '../../../src/core/config/fields.js';
import { createDraw } from './draw.js';

const METHODS = [...ALGORITHMS, 'm', 'Pulsar', 'powerOf2', 'constructor', 'toString'];
const NAMES = [...FIELD_KEYS.map((key) => FIELDS[key].name), 'constructor', 'algorithm', 'x1_'];
const VALUES = [
  '0',
  '1',
  '2',
  '-1',
  '1.50',
  '01',
  '1e9',
  'true',
  'false',
  'ttft',
  'a b',
  '%"',
  "'",
];
const ODD = ['\t', '\n', '\u0000', '\u007f', '\u00fc', '\ud83d', '\u2028', ',', '__proto__', '9'];
const TOKENS = [...METHODS, ...NAMES, ...VALUES, ...ODD];
const JOINTS = ['; ', ';;', '', ' ', '==', ';', '='];

const randomUnits = (length: number, seed: number, bound: number): string => {
  const draw = createDraw(seed);
  const units = Array.from({ length }, () => draw(bound));
  return String.fromCharCode(...units);
};

/** Method, `;name=value`, `;name=value`..., with the odd wrong token or joint. */
const nearGrammar = (length: number, seed: number): string => {
  const draw = createDraw(seed);
  const pick = (list: readonly string[]) => list[draw(list.length)]!;
  const isOdd = () => draw(16) === 0;
  let text = isOdd() ? ' ' : '';
  for (let i = 0; i < length; i += 1) {
    if (i > 0) text += isOdd() ? pick(JOINTS) : i % 2 === 1 ? ';' : '=';
    text += isOdd() ? pick(TOKENS) : pick(i === 0 ? METHODS : i % 2 === 1 ? NAMES : VALUES);
  }
  return text;
};

const seedOf = fc.integer({ min: 0, max: 0xffff_ffff });

/** Any text: random units, random ASCII, and much that is nearly or quite well-formed. */
export const hostileText = fc.oneof(
  fc.tuple(fc.nat({ max: 2_000 }), seedOf).map(([n, seed]) => randomUnits(n, seed, 0x1_0000)),
  fc.tuple(fc.nat({ max: 2_000 }), seedOf).map(([n, seed]) => randomUnits(n, seed, 0x80)),
  { weight: 3, arbitrary: fc.tuple(fc.nat({ max: 9 }), seedOf).map(([n, s]) => nearGrammar(n, s)) },
  fc.tuple(fc.nat({ max: 90 }), seedOf).map(([n, seed]) => nearGrammar(n, seed).slice(0, 2_000)),
  fc.string({ unit: fc.constantFrom(...'aZ9-_;=, n'), maxLength: 24 }),
);

/** The grammar once more, as a pattern over the whole text. */
export const matchesGrammar = (text: string): boolean => {
  const trimmed = text.replace(/^ +/, '').replace(/ +$/, '');
  const pattern =
    /^[A-Za-z][A-Za-z0-9_-]*(?:; *[a-z][a-z0-9_]*=[!-+\--:<>-~](?:[ -+\--:<>-~]*[!-+\--:<>-~])?)*$/;
  if (Buffer.byteLength(trimmed) > 1024 || !pattern.test(trimmed)) return false;
  const names = trimmed
    .split(';')
    .slice(1)
    .map((segment) => segment.trimStart().split('=')[0]);
  return names.length <= 32 && new Set(names).size === names.length;
};
