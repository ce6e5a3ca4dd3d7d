import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { storeError, type StoreError } from './port.js';

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text in an answer, or none for the null answer; anything else is `garbage`. */
export const decodeValue = (answer: unknown): E.Either<StoreError, O.Option<string>> => {
  if (answer === null) return E.right(O.none);
  if (!(answer instanceof Uint8Array)) {
    return E.left(storeError('garbage', `expected a text, the server sent a ${typeof answer}`));
  }
  try {
    return E.right(O.some(UTF8.decode(answer)));
  } catch {
    return E.left(storeError('garbage', 'the stored value is not UTF-8'));
  }
};
