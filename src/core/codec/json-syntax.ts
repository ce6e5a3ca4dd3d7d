/**
 * Where a JSON text stops being JSON.
 *
 * `JSON.parse` tells the place in some of its messages and not in others, differently in every
 * version of Node; a file edited by hand deserves a line and a column.
 */
import { describeGiven } from './fault.js';

/** The first place a JSON text goes wrong. */
export type SyntaxFault = Readonly<{
  /** From 1. */
  line: number;
  /** From 1, in UTF-16 units. */
  column: number;
  expected: string;
  found: string;
}>;

/** Finds the first syntax error of a JSON text; undefined when it is JSON. Linear, not recursive. */
export const findSyntaxFault = (text: string): SyntaxFault | undefined => {
  const open: ('{' | '[')[] = [];
  let state: State = 'value';
  for (let at = skip(SPACE, text, 0); ; at = skip(SPACE, text, at)) {
    if (state === 'after' && open.length === 0 && at === text.length) return undefined;
    const step = read(text, at, state, open);
    if (step.next === undefined) return faultAt(text, step.at, step.expected);
    state = step.next;
    at = step.at;
  }
};

/** What may come next. */
type State = 'value' | 'first_value' | 'key' | 'first_key' | 'colon' | 'after';

/** Where reading goes on, or what was expected where it stops. */
type Step =
  | Readonly<{ at: number; next: State }>
  | Readonly<{ at: number; next?: undefined; expected: string }>;

const SPACE = /[ \t\n\r]*/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
/** A string up to its closing quote, or up to what it may not hold. */
const STRING = /"[^"\\\0-\x1f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\0-\x1f]*)*/y;

const EXPECTED: Readonly<Record<Exclude<State, 'after'>, string>> = {
  value: 'a value',
  first_value: 'a value or "]"',
  key: 'a member name in double quotes',
  first_key: 'a member name in double quotes or "}"',
  colon: '":"',
};

const read = (text: string, at: number, state: State, open: ('{' | '[')[]): Step => {
  const character = text[at];
  if (state === 'after') return readAfter(character, at, open);
  const isEmpty =
    (state === 'first_value' && character === ']') || (state === 'first_key' && character === '}');
  if (isEmpty) {
    open.pop();
    return { at: at + 1, next: 'after' };
  }
  if (state === 'colon' && character === ':') return { at: at + 1, next: 'value' };
  const isKey = state === 'key' || state === 'first_key';
  if (character === '"' && state !== 'colon') return readString(text, at, isKey);
  if (state !== 'value' && state !== 'first_value') return { at, expected: EXPECTED[state] };
  if (character === '{' || character === '[') {
    open.push(character);
    return { at: at + 1, next: character === '{' ? 'first_key' : 'first_value' };
  }
  const end = skip(SCALAR, text, at);
  return end > at ? { at: end, next: 'after' } : { at, expected: EXPECTED[state] };
};

const readAfter = (character: string | undefined, at: number, open: ('{' | '[')[]): Step => {
  const container = open.at(-1);
  if (container === undefined) return { at, expected: 'the end' };
  if (character === ',') return { at: at + 1, next: container === '{' ? 'key' : 'value' };
  const close = container === '{' ? '}' : ']';
  if (character !== close) return { at, expected: `"," or "${close}"` };
  open.pop();
  return { at: at + 1, next: 'after' };
};

const readString = (text: string, at: number, isKey: boolean): Step => {
  const end = skip(STRING, text, at);
  if (text[end] === '"') return { at: end + 1, next: isKey ? 'colon' : 'after' };
  if (end === text.length) return { at: end, expected: 'a closing quote' };
  const expected =
    text[end] === '\\'
      ? 'an escape that JSON knows, such as \\n or \\u00e4'
      : 'no control character inside a string';
  return { at: end, expected };
};

/** Where a match of the pattern at `at` ends; `at` itself when there is none. */
const skip = (pattern: RegExp, text: string, at: number): number => {
  pattern.lastIndex = at;
  return at + (pattern.exec(text)?.[0].length ?? 0);
};

const faultAt = (text: string, at: number, expected: string): SyntaxFault => {
  const before = text.slice(0, at);
  const codePoint = text.codePointAt(at);
  return {
    line: before.split('\n').length,
    column: at - before.lastIndexOf('\n'),
    expected,
    found: codePoint === undefined ? 'the end' : describeGiven(String.fromCodePoint(codePoint)),
  };
};
