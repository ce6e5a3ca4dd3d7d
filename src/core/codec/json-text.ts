import * as E from 'fp-ts/lib/Either.js';
import { fault, shortened, type Fault } from './fault.js';

/** Reads JSON text; the one fault of bad text carries what the parser said. */
export const parseJsonText = (text: string, path = ''): E.Either<readonly Fault[], unknown> => {
  try {
    return E.right(JSON.parse(text));
  } catch (error) {
    const reason = error instanceof Error ? shortened(error.message, 120) : 'unreadable';
    return E.left([
      fault({ code: 'invalid_json', path, expected: `JSON (${reason})`, given: text }),
    ]);
  }
};
