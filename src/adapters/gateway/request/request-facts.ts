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
import { parseJsonBody, type JsonBody } from './json-body.js';
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

/** What reading a body comes to: left with 400 when it is no JSON. */
type Reading = E.Either<GatewayError, RequestFacts>;

/** Reads a JSON body: a large one when it is its turn, any other at once. */
export const readFacts = (
  request: ReadableRequest,
  oneAtATime: OneAtATime,
): Reading | Promise<Reading> =>
  request.body.length <= LARGE_BODY_BYTES
    ? factsAtOnce(request)
    : oneAtATime(async () => {
        await nextTurn();
        return factsInTurns(request);
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

const factsAtOnce = ({ kind, headers, body, sessions }: ReadableRequest): Reading => {
  const parsed = parseJsonBody(body);
  if (E.isLeft(parsed)) return parsed;
  const session = sessionRequestOf(kind, headers, parsed.right.json, sessions);
  return E.right(factsOf(kind, parsed.right, identifySession(session, createNodeSha256)));
};

const factsInTurns = async ({
  kind,
  headers,
  body,
  sessions,
}: ReadableRequest): Promise<Reading> => {
  const parsed = parseJsonBody(body);
  if (E.isLeft(parsed)) return parsed;
  await nextTurn();
  const steps = identifyInSteps(
    sessionRequestOf(kind, headers, parsed.right.json, sessions),
    createNodeSha256,
  );
  return E.right(factsOf(kind, parsed.right, await runInTurns(steps, STEPS_PER_TURN)));
};

const factsOf = (
  kind: ForwardedKind,
  { json, models }: JsonBody,
  session: SessionResult,
): RequestFacts => ({
  model: modelInBody(json, models),
  session,
  prompt: promptOf(kind, json),
  previousResponseId: previousResponseIn(kind, json),
});

const previousResponseIn = (kind: ForwardedKind, json: JsonObject): string | undefined => {
  const id = kind === 'responses' ? ownMember(json, 'previous_response_id') : undefined;
  return isResponseId(id) ? id : undefined;
};
