import * as E from 'fp-ts/lib/Either.js';
import { type Policy } from '../../core/config/policy.js';
import type { RoutingRequest } from '../../core/request.js';
import type { Snapshot } from '../../core/snapshot.js';
import type { View } from '../../core/view.js';
import type { CaseFault } from './case-fault.js';
import { type CaseLine } from './case-line.js';
/** A case, ready to be decided. */
export type Case = Readonly<{
    policy: Policy;
    view: View;
    request: RoutingRequest;
    elapsedMs: number;
    cursor: number;
}>;
/** Makes the view of a snapshot; a reader of many lines may keep and share views. */
export type ViewOf = (snapshot: Snapshot) => View;
/** Reads and compiles the JSON text of one case, or says everything that is wrong with it. */
export declare const parseCaseText: (text: string, viewOf: ViewOf) => E.Either<readonly CaseFault[], Case>;
/** The same for JSON that is parsed already. */
export declare const parseCase: (json: unknown, viewOf: ViewOf) => E.Either<readonly CaseFault[], Case>;
/** Settles the policy and the view of a case; only a routing expression can still be refused. */
export declare const compileCase: (line: CaseLine, viewOf: ViewOf) => E.Either<readonly CaseFault[], Case>;
