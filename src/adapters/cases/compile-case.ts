import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { decodeWith } from '../../core/codec/codec.js';
import { resolveAlgorithm } from '../../core/config/config.js';
import { parseTextWith } from '../../core/codec/json-text.js';
import { compilePolicy, type Policy } from '../../core/config/policy.js';
import type { RoutingRequest } from '../../core/request.js';
import type { Snapshot } from '../../core/snapshot/snapshot.js';
import type { View } from '../../core/view/view.js';
import { resolveExpression } from '../../expression/index.js';
import type { CaseFault } from './case-fault.js';
import { caseLineCodec, type CaseLine } from './case-line.js';
import type { CaseMethod } from './case-method.js';
import { affinityOrder, decide } from '../../decide.js';
import { encodeDecision } from './encode-decision.js';
import type { JsonObject } from '../../core/codec/codec.js';

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
export const parseCaseText = (text: string, viewOf: ViewOf): E.Either<readonly CaseFault[], Case> =>
  parseTextWith(text, (json) => parseCase(json, viewOf));

/** The same for JSON that is parsed already. */
export const parseCase = (json: unknown, viewOf: ViewOf): E.Either<readonly CaseFault[], Case> =>
  pipe(
    decodeWith(caseLineCodec, json),
    E.flatMap((line) => compileCase(line, viewOf)),
  );

/** Compiles the policy and the view of a case; after this only a routing expression can be refused. */
export const compileCase = (
  line: CaseLine,
  viewOf: ViewOf,
): E.Either<readonly CaseFault[], Case> => {
  const { method, snapshot, request, elapsedMs, cursor } = line;
  return pipe(
    policyFor(method, snapshot.target.modelId),
    E.map((policy) => ({ policy, view: viewOf(snapshot), request, elapsedMs, cursor })),
  );
};

const policyFor = (method: CaseMethod, modelId: string): E.Either<readonly CaseFault[], Policy> => {
  if (method.kind === 'config') return E.right(compilePolicy(method.config));
  const { lbConfig, routingMethod } = method;
  if (routingMethod === undefined) {
    // Every model has a configured algorithm, if only the default one.
    return E.right(compilePolicy(resolveAlgorithm(lbConfig, modelId)!));
  }
  return pipe(
    resolveExpression(lbConfig, modelId, routingMethod),
    E.map(({ policy }) => policy),
    E.mapLeft(({ code, message }) => [{ code, message, path: 'routing_method' }]),
  );
};

/** Decides a case; the result carries the original affinity order. */
export const decideCase = ({ policy, view, request, elapsedMs, cursor }: Case): JsonObject =>
  encodeDecision(
    decide(policy, view, request, elapsedMs, cursor),
    affinityOrder(policy, view, request),
  );
