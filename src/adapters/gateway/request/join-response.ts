/**
 * Requests about a response that was made before: they join its session.
 *
 * A request that goes on from a response and has no session id of its own; and requests for a
 * stored response, which name not even a model. Where nothing is known of the response, nothing
 * changes.
 */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { SessionIdentity } from '../../../session/identity.js';
import {
  isResponseId,
  responseStoreKey,
  type ResponseRecord,
} from '../../../session/response-record.js';
import type { HeaderSource } from '../../http/header-source.js';
import { createNodeSha256 } from '../../platform/node-sha256.js';
import { splitTarget } from '../../servers/listen/request-target.js';
import type { LastClusterContext } from '../last-cluster/report.js';
import type { LastClusterTracker } from '../last-cluster/tracker.js';
import { responseIdIn, type ForwardedKind } from './gateway-route.js';
import { callerOf, type SessionSettings } from './prepare-request.js';
import type { RequestFacts } from './request-facts.js';
import { modelInQuery } from './requested-model.js';

/** The request whose facts are known. */
export type JoiningRequest = Readonly<{
  kind: ForwardedKind;
  headers: HeaderSource;
  target: string;
  sessions: SessionSettings;
}>;

/** Puts the session of the response, and for a stored one its model, into the facts. */
export const joinResponse = (
  memory: LastClusterTracker | undefined,
  request: JoiningRequest,
  facts: RequestFacts,
  context: LastClusterContext,
): RequestFacts | Promise<RequestFacts> => {
  const responseId = namedResponse(request, facts);
  if (memory === undefined || responseId === undefined) return facts;
  const key = responseKeyOf(responseId, request);
  return memory.recall(key, context).then((record) => joinRecord(facts, record));
};

const joinRecord = (facts: RequestFacts, record: O.Option<ResponseRecord>): RequestFacts => {
  if (O.isNone(record)) return facts;
  const { model } = facts;
  if (E.isRight(model) && model.right !== undefined && model.right !== record.value.model) {
    return facts;
  }
  const session = E.right(O.some(sessionOf(record.value)));
  return { ...facts, model: E.right(record.value.model), session };
};

/** Key of a response in the memory, for those who may find it. */
export const responseKeyOf = (
  responseId: string,
  { headers, sessions }: Pick<JoiningRequest, 'headers' | 'sessions'>,
): string => responseStoreKey(responseId, callerOf(headers, sessions), createNodeSha256);

const namedResponse = (
  { kind, target }: JoiningRequest,
  { model, session, previousResponseId }: RequestFacts,
): string | undefined => {
  if (E.isLeft(session) || E.isLeft(model)) return undefined;
  if (kind !== 'responses' && kind !== 'pass_through') return undefined;
  if (kind === 'responses') return hasOwnId(session.right) ? undefined : previousResponseId;
  const { path, query } = splitTarget(target);
  const isNamed = model.right !== undefined || !isNone(modelInQuery(query));
  const responseId = !isNamed ? responseIdIn(path) : undefined;
  return isResponseId(responseId) ? responseId : undefined;
};

const isNone = (model: E.Either<unknown, string | undefined>): boolean =>
  E.isRight(model) && model.right === undefined;

/** Whether the request names its session itself, and is not told by what it says. */
const hasOwnId = (session: O.Option<SessionIdentity>): boolean =>
  O.isSome(session) && session.value.source !== 'payload' && session.value.source !== 'opening';

const sessionOf = ({ affinityKey, clusterId }: ResponseRecord): SessionIdentity => ({
  source: 'previous_response_id',
  sessionId: undefined,
  affinityKey,
  eligible: true,
  lastClusterId: clusterId,
});
