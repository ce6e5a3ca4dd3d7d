/**
 * JSON text from outside: strict, with the place of everything that is wrong.
 *
 * The messages of the JSON parser itself are never shown: they differ by version, and quote the text,
 * which may hold keys by mistake.
 */
import * as E from 'fp-ts/lib/Either.js';
import { fault, type Fault } from './fault.js';
import { findPlaces, findSyntaxFault, scanJson, type SyntaxFault } from './json-syntax.js';
import { decodeUtf8File } from './utf8.js';

/**
 * Reads JSON text in which no member stands twice in its object. Faults have a line and a column.
 */
export const parseJsonText = (text: string): E.Either<readonly Fault[], unknown> => {
  const { fault: broken, repeated } = scanJson(text);
  if (broken !== undefined) return E.left([syntaxFault(broken)]);
  if (repeated.length === 0) return E.right(JSON.parse(text));
  return E.left(
    repeated.map(({ line, column, path, name }) => {
      const expected = 'every member once';
      const about = { code: 'duplicate', path, expected, given: name } as const;
      return placed(fault(about), { line, column });
    }),
  );
};

/**
 * Reads one line of a file that programs write, at the speed of the JSON parser: of two members of
 * one name the last counts. The fault of bad text has a column.
 */
export const parseJsonLine = (text: string): E.Either<readonly Fault[], unknown> => {
  try {
    return E.right(JSON.parse(text));
  } catch {
    const { column, expected, found } = findSyntaxFault(text)!;
    const message = `column ${String(column)}: expected ${expected}, given ${found}`;
    const about = { code: 'invalid_json', path: '', expected, given: found } as const;
    return E.left([{ ...about, message, column }]);
  }
};

/** Reads JSON text with a parser of JSON; its faults get a line and a column, too. */
export const parseTextWith = <A, F extends Placeable>(
  text: string,
  parse: (json: unknown) => E.Either<readonly F[], A>,
): E.Either<readonly ((F & Placeable) | Fault)[], A> => {
  const json = parseJsonText(text);
  if (E.isLeft(json)) return json;
  const parsed = parse(json.right);
  return E.isRight(parsed) ? parsed : E.left(locate(text, parsed.left));
};

/** Reads the bytes of JSON text in UTF-8, as `parseTextWith`; a byte order mark is skipped. */
export const parseBytesWith = <A, F extends Placeable>(
  bytes: Uint8Array,
  parse: (json: unknown) => E.Either<readonly F[], A>,
): E.Either<readonly ((F & Placeable) | Fault)[], A> => {
  const text = readUtf8(bytes);
  return E.isLeft(text) ? text : parseTextWith(text.right, parse);
};

/** The text of bytes in UTF-8, a byte order mark skipped; left with `invalid_value` for others. */
export const readUtf8 = (bytes: Uint8Array): E.Either<readonly Fault[], string> => {
  const text = decodeUtf8File(bytes);
  if (text !== undefined) return E.right(text);
  const [expected, given] = ['UTF-8 text', 'other bytes'];
  const message = `expected ${expected}, given ${given}`;
  return E.left([{ code: 'invalid_value', path: '', expected, given, message }]);
};

/** Something that is wrong at a JSON path. */
export type Placeable = Readonly<{ path: string; message: string; line?: number; column?: number }>;

/** The same faults with their places in the text, from its beginning to its end. */
export const locate = <F extends Placeable>(text: string, faults: readonly F[]): readonly F[] => {
  if (faults.length === 0) return faults;
  const places = findPlaces(
    text,
    faults.map(({ path }) => path),
  );
  return faults
    .map((one) => placed(one, places.get(one.path)!))
    .sort((a, b) => a.line - b.line || a.column - b.column);
};

const placed = <F extends Placeable>(one: F, { line, column }: Place): F & Place => ({
  ...one,
  message: `line ${String(line)}, column ${String(column)}: ${one.message}`,
  line,
  column,
});

type Place = Readonly<{ line: number; column: number }>;

/** The message of a fault with the name of the file it is in. */
export const inFile = (name: string, { message, line }: Placeable): string =>
  line === undefined ? `${name}: ${message}` : `${name}, ${message}`;

const syntaxFault = ({ line, column, expected, found }: SyntaxFault): Fault => ({
  code: 'invalid_json',
  path: '',
  expected,
  given: found,
  message: `line ${String(line)}, column ${String(column)}: expected ${expected}, given ${found}`,
  line,
  column,
});
