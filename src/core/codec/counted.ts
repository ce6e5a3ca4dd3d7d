/** A number of things in words: `1 request`, `2 requests`. Nouns with another plural give it. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${String(count)} ${count === 1 ? noun : plural}`;
