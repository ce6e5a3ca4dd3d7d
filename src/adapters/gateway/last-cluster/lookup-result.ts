import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { isStorableClusterId } from '../../../session/store-key.js';
import { describeError } from '../../node/error-text.js';
import type { StoreError } from '../../stores/port.js';
import type { Outcome } from '../../time/deadline.js';
import { describeStoreError, timeoutFailure, type Failure } from './failure.js';
import type { LookupResult } from './report.js';

/** What a lookup came to. */
export type Found = Readonly<{
  result: LookupResult;
  clusterId: O.Option<string>;
  failure?: Failure;
}>;

/** Reads what a store answered; throws only when that is not even an Either. */
export const readAnswer = (answer: E.Either<StoreError, O.Option<string>>): Found => {
  if (E.isLeft(answer)) return lookupError(describeStoreError(answer.left));
  if (O.isNone(answer.right)) return { result: 'miss', clusterId: O.none };
  // Also guards against stores that return what is no text at all.
  const clusterId: unknown = answer.right.value;
  return typeof clusterId === 'string' && isStorableClusterId(clusterId)
    ? { result: 'hit', clusterId: O.some(clusterId) }
    : lookupError('garbage: the stored value is no cluster id');
};

/** Reads how a lookup with a deadline came out. */
export const readOutcome = (outcome: Outcome<Found>, timeoutMs: number): Found => {
  switch (outcome.kind) {
    case 'done':
      return outcome.value;
    case 'failed':
      return lookupError(describeError(outcome.error));
    case 'timeout':
      return { result: 'timeout', clusterId: O.none, failure: timeoutFailure(timeoutMs) };
  }
};

const lookupError = (message: string): Found => ({
  result: 'error',
  clusterId: O.none,
  failure: { kind: 'error', message },
});
