import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { type StoreError } from './port.js';
/** The text in an answer, or none for the null answer; anything else is `garbage`. */
export declare const decodeValue: (answer: unknown) => E.Either<StoreError, O.Option<string>>;
