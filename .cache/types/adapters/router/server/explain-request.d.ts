import * as E from 'fp-ts/lib/Either.js';
import { type JsonObject } from '../../../core/codec/codec.js';
import type { Router } from '../routing/create-router.js';
/** Why there is no explanation. */
export type ExplainFault = Readonly<{
    status: 400 | 404;
    code: string;
    message: string;
}>;
/** What the router would do with a request given as JSON, and why. Changes nothing. */
export declare const explainRequest: (router: Pick<Router, "explain">, json: unknown) => E.Either<ExplainFault, JsonObject>;
