/** Why a request is refused because of one of its headers; the answer is 400. */
export type HeaderFault = Readonly<{
  status: 400;
  code: 'missing_header' | 'invalid_header' | 'malformed_expression';
  /** Lower-case name of the header. */
  header: string;
  /** One sentence: the header, what was expected, what was given. */
  message: string;
}>;

const GIVEN_MAX_CHARACTERS = 64;

/** Builds a fault that tells the header, what was expected and what was given. */
export const headerFault = (
  code: HeaderFault['code'],
  header: string,
  expected: string,
  given: string | undefined,
): HeaderFault => ({
  status: 400,
  code,
  header,
  message: `${header}: expected ${expected}, got ${quote(given)}`,
});

const quote = (given: string | undefined): string =>
  given === undefined ? 'no such header' : `"${shorten(given)}"`;

const shorten = (given: string): string => {
  const escaped = given.slice(0, GIVEN_MAX_CHARACTERS + 1).replace(/\p{Cc}/gu, escapeControl);
  return escaped.length > GIVEN_MAX_CHARACTERS
    ? `${escaped.slice(0, GIVEN_MAX_CHARACTERS - 3)}...`
    : escaped;
};

const escapeControl = (character: string): string =>
  `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
