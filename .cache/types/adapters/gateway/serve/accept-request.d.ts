/** From a request as it came in to one that may be forwarded, or the reason why not. */
import type { IncomingMessage } from 'node:http';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { JsonObject } from '../../../core/codec/codec.js';
import type { RawHeaders } from '../../http/header-source.js';
import type { DirectoryRefusal, ModelDirectory, ResolvedModel } from '../directory/port.js';
import { type GatewayError } from '../gateway-error.js';
import { type ForwardedKind } from '../request/gateway-route.js';
import { type PreparedRequest } from '../request/prepare-request.js';
import type { EstimateInputTokens } from '../request/prompt.js';
import { type BodyLimits, type LimitedBody } from './request-body.js';
/** What accepting needs. */
export type AcceptParts = Readonly<{
    directory: ModelDirectory;
    estimateInputTokens: EstimateInputTokens;
    bodyLimits: BodyLimits;
}>;
/** A request whose model is found. */
export type ResolvedRequest = Readonly<{
    kind: ForwardedKind;
    headers: RawHeaders;
    content: Content;
    resolved: ResolvedModel;
    /** The caller's, if it has shown a key and a proper id. */
    requestId: string | undefined;
    outgoing: Outgoing;
}>;
/** The parts of the request that the router gets, besides the headers. */
export type Outgoing = Readonly<{
    target: string;
    body: Uint8Array | LimitedBody | null;
    isBodyRewritten: boolean;
}>;
/** The body as far as it is known before the model is. */
type Content = Readonly<{
    json: JsonObject | undefined;
    text: string;
    body: Uint8Array | LimitedBody | null;
}>;
/** Reads a request, authenticates its caller and finds its model. */
export declare const resolveRequest: ({ directory, bodyLimits }: AcceptParts, kind: ForwardedKind, request: IncomingMessage) => TE.TaskEither<GatewayError, ResolvedRequest>;
/** Prepares a request whose model is found. */
export declare const prepareResolved: ({ estimateInputTokens }: AcceptParts, { kind, headers, content: { json }, resolved: { entry } }: ResolvedRequest) => E.Either<GatewayError, PreparedRequest>;
/** What the client is told when the directory gives no model. */
export declare const directoryError: (refusal: DirectoryRefusal, model: string, isKeyGiven: boolean) => GatewayError;
export {};
