/**
 * What a body says about its request: the model, the session, the prompt.
 *
 * The parsed body lives in here only. A large one has the parser to itself, and its payload is
 * hashed in turns, so that no body stops other clients for longer than parsing it takes.
 */
import * as E from 'fp-ts/lib/Either.js';
import { ownMember, type JsonObject } from '../../../core/codec/codec.js';
import { identifyInSteps, identifySession, type SessionResult } from '../../../session/identity.js';
import { isResponseId } from '../../../session/response-record.js';
import type { HeaderSource } from '../../http/header-source.js';
import { createNodeSha256 } from '../../platform/node-sha256.js';
import { nextTurn, runInTurns, type OneAtATime } from '../../time/turns.js';
import type { GatewayError } from '../gateway-error.js';
import type { ForwardedKind } from './gateway-route.js';
import { parseJsonBody } from './json-body.js';
import { sessionRequestOf, type SessionSettings } from './prepare-request.js';
import { promptOf, type Prompt } from './prompt.js';
import { modelInBody } from './requested-model.js';

/** What is kept of a request when its body was read. */
export type RequestFacts = Readonly<{
  /** The model that the body names, if it names one. */
  model: E.Either<GatewayError, string | undefined>;
  session: SessionResult;
  prompt: Prompt;
  /** The body cannot be written anew with another name of the model. */
  isModelFixed?: boolean;
  /** The response that the request goes on from. */
  previousResponseId?: string | undefined;
}>;

/** A request whose body the gateway reads. */
export type ReadableRequest = Readonly<{
  kind: ForwardedKind;
  headers: HeaderSource;
  body: Uint8Array;
  sessions: SessionSettings;
}>;

/** Larger bodies are read one at a time. */
const LARGE_BODY_BYTES = 256 * 1024;

/** Steps of at least 64 KiB: about 2 ms of work. */
const STEPS_PER_TURN = 16;

/** Reads a JSON body; left with 400 when it is none. */
export const readFacts = (
  request: ReadableRequest,
  oneAtATime: OneAtATime,
): Promise<E.Either<GatewayError, RequestFacts>> =>
  request.body.length <= LARGE_BODY_BYTES
    ? factsOf(request)
    : oneAtATime(async () => {
        await nextTurn();
        return factsOf(request);
      });

/** The same of a request without a body that can be read. */
export const factsWithoutBody = ({
  kind,
  headers,
  sessions,
}: Omit<ReadableRequest, 'body'>): RequestFacts => ({
  model: E.right(undefined),
  session: identifySession(sessionRequestOf(kind, headers, undefined, sessions), createNodeSha256),
  prompt: promptOf(kind, undefined),
});

const factsOf = async ({
  kind,
  headers,
  body,
  sessions,
}: ReadableRequest): Promise<E.Either<GatewayError, RequestFacts>> => {
  const parsed = parseJsonBody(body);
  if (E.isLeft(parsed)) return parsed;
  const { json, models } = parsed.right;
  if (body.length > LARGE_BODY_BYTES) await nextTurn();
  const session = identifyInSteps(
    sessionRequestOf(kind, headers, json, sessions),
    createNodeSha256,
  );
  return E.right({
    model: modelInBody(json, models),
    prompt: promptOf(kind, json),
    previousResponseId: previousResponseIn(kind, json),
    session: await runInTurns(session, STEPS_PER_TURN),
  });
};

const previousResponseIn = (kind: ForwardedKind, json: JsonObject): string | undefined => {
  const id = kind === 'responses' ? ownMember(json, 'previous_response_id') : undefined;
  return isResponseId(id) ? id : undefined;
};
