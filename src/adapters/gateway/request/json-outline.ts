/**
 * What must be known of a JSON text before it is parsed: how large its tree will be, and where its
 * top-level members of one name stand, every one of them.
 *
 * One pass without recursion, many times quicker than parsing. For a text that is not JSON the
 * outline means nothing; the parser refuses it.
 */

/** Where a top-level member stands in the text. */
export type MemberSpan = Readonly<{
  /** As it is spelled, escapes read. */
  name: string;
  /** Of its value when that is a string, quotes included. */
  value: Readonly<{ start: number; end: number }> | undefined;
}>;

/** The outline of a JSON text. */
export type JsonOutline = Readonly<{
  /** Arrays and objects in it: what makes a tree large beside its text. */
  containerCount: number;
  /** Levels of the deepest of them. */
  depth: number;
  /** Top-level members with the name, in whatever letter case. */
  members: readonly MemberSpan[];
}>;

/** Outlines a text; `name` in lower case, ASCII. */
export const outlineJson = (text: string, name: string): JsonOutline => {
  const members: MemberSpan[] = [];
  let containerCount = 0;
  let level = 0;
  let depth = 0;
  let at = 0;
  while (at < text.length) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) {
      const end = stringEnd(text, at);
      const member = level === 1 ? memberAt(text, at, end, name) : undefined;
      if (member !== undefined) members.push(member);
      at = member?.value?.end ?? end;
      continue;
    }
    if (unit === BRACE || unit === BRACKET) {
      containerCount += 1;
      level += 1;
      if (level > depth) depth = level;
    } else if (unit === BRACE + 2 || unit === BRACKET + 2) level -= 1;
    at += 1;
  }
  return { containerCount, depth, members };
};

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** `{`; its partner is two further, as that of `[`. */
const BRACE = 0x7b;
const BRACKET = 0x5b;

/** In an object, a string before a colon is a name; everything else at this level is a value. */
const memberAt = (
  text: string,
  start: number,
  end: number,
  name: string,
): MemberSpan | undefined => {
  const colon = skipSpace(text, end);
  if (text[colon] !== ':') return undefined;
  const length = end - start - 2;
  // Longer than the name with every letter escaped, it is another.
  if (length > name.length * ESCAPE_LENGTH) return undefined;
  const quoted = text.slice(start, end);
  if (length !== name.length && !quoted.includes('\\')) return undefined;
  const spelled = readString(quoted);
  if (spelled?.toLowerCase() !== name) return undefined;
  const from = skipSpace(text, colon + 1);
  const value = text[from] === '"' ? { start: from, end: stringEnd(text, from) } : undefined;
  return { name: spelled, value };
};

/** Length of `\u006d`. */
const ESCAPE_LENGTH = 6;

const readString = (quoted: string): string | undefined => {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return undefined;
  }
};

/** Where the string that begins at `start` is over. */
const stringEnd = (text: string, start: number): number => {
  const quote = text.indexOf('"', start + 1);
  if (quote === -1) return text.length;
  if (text.charCodeAt(quote - 1) !== BACKSLASH) return quote + 1;
  // Only strings with escapes are looked through character by character.
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) {
    at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  }
  return Math.min(at + 1, text.length);
};

const skipSpace = (text: string, from: number): number => {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t' || text[at] === '\n' || text[at] === '\r') at += 1;
  return at;
};
