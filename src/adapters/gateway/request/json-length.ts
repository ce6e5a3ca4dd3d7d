/** The text of parsed JSON, to count its bytes: written whole, not value by value. */
import { isJsonObject } from '../../../core/codec/codec.js';

/**
 * Texts that are together as long as the value written as JSON without blanks.
 *
 * One, as a rule. A value nested deeper than the platform writes in one go is taken apart, one text
 * for each array and object.
 */
export const jsonTexts = (value: unknown): readonly string[] => {
  try {
    return [JSON.stringify(value)];
  } catch {
    return textsOfParts(value);
  }
};

const textsOfParts = (root: unknown): readonly string[] => {
  const texts: string[] = [];
  const open: unknown[] = [root];
  /** Leaves a digit where an array or object stood, which is then written for itself. */
  const takeOut = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    open.push(value);
    return 0;
  };
  while (open.length > 0) {
    const value = open.pop();
    const text = JSON.stringify(withoutParts(value, takeOut));
    // The digit in its place has the length of one bracket.
    texts.push(value === root ? text : text.slice(1));
  }
  return texts;
};

const withoutParts = (value: unknown, takeOut: (member: unknown) => unknown): unknown => {
  if (Array.isArray(value)) return value.map(takeOut);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, takeOut(one)]));
};
