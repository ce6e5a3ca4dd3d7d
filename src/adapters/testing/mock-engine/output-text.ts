const WORDS =
  'This answer is made up by a mock engine and it is the same every time for each request'.split(
    ' ',
  );

/** The text of output token `index`; the same in every engine and every run. */
export const outputToken = (index: number): string => {
  const word = WORDS[index % WORDS.length]!;
  return index === 0 ? word : ` ${word}`;
};

/** The first `tokens` output tokens together. */
export const outputText = (tokens: number): string =>
  Array.from({ length: tokens }, (_, index) => outputToken(index)).join('');
