/**
 * The canonical form of parsed JSON (RFC 8785) in pieces, so that it is never held whole.
 *
 * Walks without recursion, and pauses with every piece: its reader may let others
 * have a turn in between. Own code, because the libraries build the whole text by recursion.
 */
import type { JsonObject } from '../core/codec/codec.js';

/** Characters of a piece, about; a piece may be twice as long, or more where escapes are. */
export const PIECE_LENGTH = 65_536;

/**
 * Yields the canonical text piece by piece; returns whether there is one.
 *
 * Parsed JSON has none where a number is beyond the doubles (`1e999` is read as infinite). Then the
 * pieces so far are worth nothing. Members that are undefined are left out, and those
 * whose name is in `omitted`, at any depth.
 */
export function* canonicalPieces(
  json: unknown,
  omitted: ReadonlySet<string> = NONE,
): Generator<string, boolean> {
  const open: OpenValue[] = [];
  let text = '';
  let value = json;
  for (;;) {
    if (typeof value === 'string' && value.length > PIECE_LENGTH) {
      yield text + '"';
      text = yield* longStringPieces(value);
    } else if (typeof value === 'object' && value !== null) {
      open.push(openValue(value, omitted));
      text += Array.isArray(value) ? '[' : '{';
    } else {
      const scalar = scalarText(value);
      if (scalar === undefined) return false;
      text += scalar;
    }
    // Ends what is over, and goes on to the next value.
    for (;;) {
      const last = open.at(-1);
      if (last === undefined) {
        yield text;
        return true;
      }
      if (last.next < last.length) break;
      text += last.names === undefined ? ']' : '}';
      open.pop();
    }
    const last = open.at(-1)!;
    if (last.next > 0) text += ',';
    if (last.names !== undefined) text += `${JSON.stringify(last.names[last.next]!)}:`;
    value = memberOf(last);
    last.next += 1;
    if (text.length >= PIECE_LENGTH) {
      yield text;
      text = '';
    }
  }
}

const NONE: ReadonlySet<string> = new Set();

/** An array or object whose end has not been written; `names` of an object, in order. */
type OpenValue = {
  value: object;
  names: readonly string[] | undefined;
  length: number;
  next: number;
};

const openValue = (value: object, omitted: ReadonlySet<string>): OpenValue => {
  if (Array.isArray(value)) return { value, names: undefined, length: value.length, next: 0 };
  // The standard asks for the order of UTF-16 units, which is the one that sort has.
  const names = Object.keys(value)
    .filter((name) => (value as JsonObject)[name] !== undefined && !omitted.has(name))
    .sort();
  return { value, names, length: names.length, next: 0 };
};

const memberOf = ({ value, names, next }: OpenValue): unknown =>
  names === undefined ? (value as readonly unknown[])[next] : (value as JsonObject)[names[next]!];

/** JSON.stringify writes numbers and strings as the standard wants them; -0 becomes 0. */
const scalarText = (value: unknown): string | undefined => {
  if (typeof value === 'bigint') return undefined;
  if (typeof value === 'number' && !Number.isFinite(value)) return undefined;
  return value === undefined ? 'null' : (JSON.stringify(value) as string | undefined);
};

/** Yields the inside of a long string; returns its last piece with the closing quote. */
function* longStringPieces(value: string): Generator<string, string> {
  let from = 0;
  for (;;) {
    const to = pieceEnd(value, from);
    const inside = JSON.stringify(value.slice(from, to)).slice(1, -1);
    if (to === value.length) return `${inside}"`;
    yield inside;
    from = to;
  }
}

/** Never between the halves of a surrogate pair, which are escaped when they stand alone. */
const pieceEnd = (value: string, from: number): number => {
  const to = from + PIECE_LENGTH;
  if (to >= value.length) return value.length;
  const unit = value.charCodeAt(to - 1);
  return unit >= 0xd800 && unit <= 0xdbff ? to - 1 : to;
};
