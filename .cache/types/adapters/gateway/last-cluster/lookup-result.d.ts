import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { StoreError } from '../../stores/port.js';
import type { Outcome } from '../../time/deadline.js';
import { type Failure } from './failure.js';
import type { LookupResult } from './report.js';
/** What a lookup came to. */
export type Found = Readonly<{
    result: LookupResult;
    clusterId: O.Option<string>;
    failure?: Failure;
}>;
/** Reads what a store answered; throws only when that is not even an Either. */
export declare const readAnswer: (answer: E.Either<StoreError, O.Option<string>>) => Found;
/** Reads how a lookup with a deadline came out. */
export declare const readOutcome: (outcome: Outcome<Found>, timeoutMs: number) => Found;
