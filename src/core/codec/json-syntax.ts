/**
 * JSON text, read as people write it: where it stops being JSON, which member stands twice in one
 * object, and where in the text a JSON path leads.
 *
 * `JSON.parse` tells the place in some of its messages and not in others, differently in every
 * version of Node, and takes the last of two members of one name without a word. Linear in the
 * length of the text and not recursive: a text of 200,000 brackets is read like any other.
 */
import { joinPath } from './codec.js';
import { describeGiven } from './fault.js';

/** A place in a text. */
export type TextPlace = Readonly<{
  /** From 1. */
  line: number;
  /** From 1, in UTF-16 units. */
  column: number;
}>;

/** The first place a JSON text goes wrong. */
export type SyntaxFault = TextPlace & Readonly<{ expected: string; found: string }>;

/** A member whose name an earlier one of the same object has. */
export type RepeatedMember = TextPlace & Readonly<{ path: string; name: string }>;

/** What a text is, beside the value that `JSON.parse` makes of it. */
export type JsonScan = Readonly<{
  /** Undefined: it is JSON. */
  fault: SyntaxFault | undefined;
  repeated: readonly RepeatedMember[];
}>;

/** Finds the first syntax error of a JSON text; undefined when it is JSON. */
export const findSyntaxFault = (text: string): SyntaxFault | undefined => scanJson(text).fault;

/** Finds the first syntax error, and every repeated member before it. */
export const scanJson = (text: string): JsonScan => {
  const repeated: { at: number; path: string; name: string }[] = [];
  const stop = walk(text, {
    onMember: (frame, name, at) => {
      frame.names ??= new Set();
      if (frame.names.has(name)) repeated.push({ at, path: pathTo(frame, name), name });
      frame.names.add(name);
    },
  });
  const placeOf = createPlaceFinder(text);
  return {
    fault: stop && { ...placeOf(stop.at), expected: stop.expected, found: foundAt(text, stop.at) },
    repeated: repeated.map(({ at, ...member }) => ({ ...placeOf(at), ...member })),
  };
};

/**
 * Where those JSON paths begin in a text that is JSON: a member at its name, an item at its value.
 * A path that leads nowhere is found where its nearest parent is.
 */
export const findPlaces = (
  text: string,
  paths: readonly string[],
): ReadonlyMap<string, TextPlace> => {
  const wanted = new Map<string, number | undefined>();
  for (const path of paths) for (const part of prefixesOf(path)) wanted.set(part, undefined);
  const note = (path: string, at: number): void => {
    if (wanted.has(path)) wanted.set(path, at);
  };
  walk(text, {
    onMember: (frame, name, at) => {
      note(pathTo(frame, name), at);
    },
    onItem: (frame, at) => {
      note(joinPath(pathOf(frame), true, String(frame.index)), at);
    },
  });
  const placeOf = createPlaceFinder(text);
  return new Map(
    paths.map((path) => {
      const found = prefixesOf(path)
        .reverse()
        .find((part) => wanted.get(part) !== undefined);
      return [path, placeOf(found === undefined ? 0 : wanted.get(found)!)];
    }),
  );
};

/** The parts of a path from its first on: `a`, `a[0]`, `a[0].b`. */
const prefixesOf = (path: string): string[] => {
  const prefixes: string[] = [];
  for (const { index, 0: part } of path.matchAll(PATH_PART)) {
    prefixes.push(path.slice(0, index + part.length));
  }
  return prefixes;
};

const PATH_PART = /\.?[A-Za-z_$][\w$]*|\[\d+\]|\["(?:[^"\\]|\\.)*"\]/g;

/** An object or array that is open. */
type Frame = {
  readonly parent: Frame | undefined;
  readonly isArray: boolean;
  /** Name of the member, or place of the item, that is read now. */
  name: string;
  index: number;
  path: string | undefined;
  names: Set<string> | undefined;
};

const pathOf = (frame: Frame): string => {
  const { parent } = frame;
  frame.path ??=
    parent === undefined
      ? ''
      : joinPath(
          pathOf(parent),
          parent.isArray,
          parent.isArray ? String(parent.index) : parent.name,
        );
  return frame.path;
};

const pathTo = (frame: Frame, name: string): string => joinPath(pathOf(frame), false, name);

type Listener = Readonly<{
  onMember: (frame: Frame, name: string, at: number) => void;
  onItem?: (frame: Frame, at: number) => void;
}>;

/** Reads a text to its end; where it is no JSON, tells where and what was expected. */
const walk = (text: string, listener: Listener): Stop | undefined => {
  const reader: Reader = { text, listener, frame: undefined };
  let state: State = 'value';
  for (let at = skip(SPACE, text, 0); ; at = skip(SPACE, text, at)) {
    if (state === 'after' && reader.frame === undefined && at === text.length) return undefined;
    const step = read(reader, at, state);
    if (step.next === undefined) return step;
    state = step.next;
    at = step.at;
  }
};

type Reader = { readonly text: string; readonly listener: Listener; frame: Frame | undefined };

/** What may come next. */
type State = 'value' | 'first_value' | 'key' | 'first_key' | 'colon' | 'after';

type Stop = Readonly<{ at: number; next?: undefined; expected: string }>;

/** Where reading goes on, or what was expected where it stops. */
type Step = Readonly<{ at: number; next: State }> | Stop;

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

const read = (reader: Reader, at: number, state: State): Step => {
  const { text } = reader;
  const character = text[at];
  if (state === 'after') return readAfter(reader, character, at);
  const isEmpty =
    (state === 'first_value' && character === ']') || (state === 'first_key' && character === '}');
  if (isEmpty) return close(reader, at);
  if (state === 'colon' && character === ':') return { at: at + 1, next: 'value' };
  if (state === 'key' || state === 'first_key') {
    return character === '"' ? readName(reader, at) : { at, expected: EXPECTED[state] };
  }
  if (state === 'colon') return { at, expected: EXPECTED[state] };
  if (reader.frame?.isArray === true) reader.listener.onItem?.(reader.frame, at);
  if (character === '"') return readString(text, at, 'after');
  if (character === '{' || character === '[') return open(reader, at, character === '[');
  const end = skip(SCALAR, text, at);
  return end > at ? { at: end, next: 'after' } : { at, expected: EXPECTED[state] };
};

const open = (reader: Reader, at: number, isArray: boolean): Step => {
  const { frame: parent } = reader;
  reader.frame = { parent, isArray, name: '', index: 0, path: undefined, names: undefined };
  return { at: at + 1, next: isArray ? 'first_value' : 'first_key' };
};

const close = (reader: Reader, at: number): Step => {
  reader.frame = reader.frame?.parent;
  return { at: at + 1, next: 'after' };
};

const readAfter = (reader: Reader, character: string | undefined, at: number): Step => {
  const { frame } = reader;
  if (frame === undefined) return { at, expected: 'the end' };
  if (character === ',') {
    frame.index += 1;
    return { at: at + 1, next: frame.isArray ? 'value' : 'key' };
  }
  const end = frame.isArray ? ']' : '}';
  return character === end ? close(reader, at) : { at, expected: `"," or "${end}"` };
};

const readName = (reader: Reader, at: number): Step => {
  const { text, frame, listener } = reader;
  const step = readString(text, at, 'colon');
  if (step.next === undefined) return step;
  const written = text.slice(at, step.at);
  const name = written.includes('\\') ? (JSON.parse(written) as string) : written.slice(1, -1);
  frame!.name = name;
  listener.onMember(frame!, name, at);
  return step;
};

const readString = (text: string, at: number, next: State): Step => {
  const end = skip(STRING, text, at);
  if (text[end] === '"') return { at: end + 1, next };
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
  return pattern.test(text) ? pattern.lastIndex : at;
};

/** Finds lines and columns; the text is looked through once, when the first is asked for. */
const createPlaceFinder = (text: string): ((at: number) => TextPlace) => {
  let starts: number[] | undefined;
  return (at) => {
    starts ??= lineStarts(text);
    let line = 0;
    for (let end = starts.length; end - line > 1;) {
      const middle = (line + end) >> 1;
      if (starts[middle]! <= at) line = middle;
      else end = middle;
    }
    return { line: line + 1, column: at - starts[line]! + 1 };
  };
};

const lineStarts = (text: string): number[] => {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
};

const foundAt = (text: string, at: number): string => {
  const codePoint = text.codePointAt(at);
  return codePoint === undefined ? 'the end' : describeGiven(String.fromCodePoint(codePoint));
};
