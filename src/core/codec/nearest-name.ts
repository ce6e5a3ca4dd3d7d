import { distance } from 'fastest-levenshtein';

/** Longer names are no misspelling of ours, and comparing them would cost. */
const MAX_LENGTH = 64;

/** The name someone who wrote `text` most likely meant; undefined when none is close. */
export const nearestName = (text: string, names: readonly string[]): string | undefined => {
  if (text.length > MAX_LENGTH) return undefined;
  let nearest: string | undefined;
  let leastEdits = 1 + Math.max(2, Math.floor(text.length / 3));
  for (const name of names) {
    const edits = distance(text, name);
    if (edits < leastEdits) [nearest, leastEdits] = [name, edits];
  }
  return nearest;
};

/** ` (did you mean "n"?)`, or nothing when no name is close. */
export const didYouMean = (text: unknown, names: readonly string[]): string => {
  const nearest = typeof text === 'string' ? nearestName(text, names) : undefined;
  return nearest === undefined ? '' : ` (did you mean "${nearest}"?)`;
};
