/**
 * Writes the bare model id where a request named `<routing key>/<model>`.
 *
 * The engine knows the model by its own id only. Nothing else of the request changes.
 */

/**
 * Replaces the text of every top-level `model` of a JSON object; all other characters stay.
 *
 * `text` must be valid JSON. Linear, not recursive.
 */
export const withModelInJson = (text: string, model: string): string => {
  let replaced = '';
  let copiedTo = 0;
  for (const value of topLevelTexts(text, 'model')) {
    replaced += text.slice(copiedTo, value.start) + JSON.stringify(model);
    copiedTo = value.end;
  }
  return replaced + text.slice(copiedTo);
};

/** Replaces the value of every `model` of a query; all other characters stay. */
export const withModelInQuery = (query: string, model: string): string =>
  query
    .split('&')
    .map((part) =>
      new URLSearchParams(part).has('model') ? `model=${encodeURIComponent(model)}` : part,
    )
    .join('&');

type Span = Readonly<{ start: number; end: number }>;

/** Where the string values of the top-level members with this name stand, quotes included. */
const topLevelTexts = (text: string, name: string): Span[] => {
  const spans: Span[] = [];
  let depth = 0;
  let at = 0;
  while (at < text.length) {
    const character = text[at]!;
    if (character === '{' || character === '[') depth += 1;
    if (character === '}' || character === ']') depth -= 1;
    if (character !== '"') {
      at += 1;
      continue;
    }
    const start = at;
    at = stringEnd(text, start);
    if (depth !== 1) continue;
    const colon = skipSpace(text, at);
    // In an object, a string before a colon is a name; everything else at this depth is a value.
    if (text[colon] !== ':' || JSON.parse(text.slice(start, at)) !== name) continue;
    at = skipSpace(text, colon + 1);
    if (text[at] !== '"') continue;
    const end = stringEnd(text, at);
    spans.push({ start: at, end });
    at = end;
  }
  return spans;
};

/** Where the string that begins at `start` is over. */
const stringEnd = (text: string, start: number): number => {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
};

const skipSpace = (text: string, from: number): number => {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t' || text[at] === '\n' || text[at] === '\r') at += 1;
  return at;
};
