import { describeGiven } from '../../core/codec/fault.js';

/** Why a request is refused because of one of its headers; the answer is 400. */
export type HeaderFault = Readonly<{
  status: 400;
  code: 'missing_header' | 'invalid_header' | 'malformed_expression';
  /** Lower-case name of the header. */
  header: string;
  /** One sentence: the header, what was expected, what was given. */
  message: string;
}>;

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
  message: `${header}: expected ${expected}, given ${given === undefined ? 'no such header' : describeGiven(given)}`,
});
