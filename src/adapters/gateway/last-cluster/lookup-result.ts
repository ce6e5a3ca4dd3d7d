import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { describeError } from '../../node/error-text.js';
import type { StoreError } from '../../stores/port.js';
import type { Outcome } from '../../time/deadline.js';
import { describeStoreError, timeoutFailure, type Failure } from './failure.js';
import type { LookupResult } from './report.js';

/** What a lookup came to. */
export type LookupOutcome = Readonly<{
  result: LookupResult;
  value: O.Option<string>;
  failure?: Failure;
}>;

/** Reads what a store answered; throws only when that is not even an Either. */
export const readAnswer = (
  answer: E.Either<StoreError, O.Option<string>>,
  isRight: (value: string) => boolean,
): LookupOutcome => {
  if (E.isLeft(answer)) return lookupError(describeStoreError(answer.left));
  if (O.isNone(answer.right)) return { result: 'miss', value: O.none };
  // Also guards against stores that return what is no text at all.
  const value: unknown = answer.right.value;
  return typeof value === 'string' && isRight(value)
    ? { result: 'hit', value: O.some(value) }
    : lookupError('garbage: the stored value is none that is stored here');
};

/** Reads how a lookup with a deadline came out. */
export const readOutcome = (outcome: Outcome<LookupOutcome>, timeoutMs: number): LookupOutcome => {
  switch (outcome.kind) {
    case 'done':
      return outcome.value;
    case 'failed':
      return lookupError(describeError(outcome.error));
    case 'timeout':
      return { result: 'timeout', value: O.none, failure: timeoutFailure(timeoutMs) };
  }
};

const lookupError = (message: string): LookupOutcome => ({
  result: 'error',
  value: O.none,
  failure: { kind: 'error', message },
});
