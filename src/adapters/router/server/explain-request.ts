import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { decodeWith, type JsonObject } from '../../../core/codec/codec.js';
import type { Fault } from '../../../core/codec/fault.js';
import { parseBytesWith } from '../../../core/codec/json-text.js';
import { encodeExplanation } from '../../cases/index.js';
import type { RouteRejection } from '../../runtime/index.js';
import type { Router } from '../routing/create-router.js';
import { debugQuestionCodec } from './debug-question.js';

/** Why there is no explanation. */
export type ExplainFault = Readonly<{ status: 400 | 404; code: string; message: string }>;

/** What the router would do with a request given as JSON text, and why. Changes nothing. */
export const explainRequest = (
  router: Pick<Router, 'explain'>,
  bytes: Uint8Array,
): E.Either<ExplainFault, JsonObject> =>
  pipe(
    parseBytesWith(bytes, (json) => decodeWith(debugQuestionCodec, json)),
    E.mapLeft(badQuestion),
    E.flatMap(({ request, elapsedMs }) =>
      pipe(router.explain(request, elapsedMs), E.mapLeft(rejection)),
    ),
    E.map(encodeExplanation),
  );

const badQuestion = (faults: readonly Fault[]): ExplainFault => ({
  status: 400,
  code: faults[0]!.code,
  message: faults.map(({ message }) => message).join('; '),
});

const rejection = ({ code, message }: RouteRejection): ExplainFault => ({
  status: code === 'no_eligible_candidates' ? 404 : 400,
  code,
  message,
});
