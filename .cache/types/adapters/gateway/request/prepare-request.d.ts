/** What the gateway finds out about a request before it forwards it. */
import * as E from 'fp-ts/lib/Either.js';
import type * as O from 'fp-ts/lib/Option.js';
import type { JsonObject } from '../../../core/codec/codec.js';
import { type SessionIdentity } from '../../../session/identity.js';
import type { HeaderSource } from '../../http/header-source.js';
import type { ModelEntry } from '../directory/port.js';
import { type GatewayError } from '../gateway-error.js';
import type { ForwardedKind } from './gateway-route.js';
import { type EstimateInputTokens } from './prompt.js';
/** A request whose model is known. */
export type KnownRequest = Readonly<{
    kind: ForwardedKind;
    /** As they came in. */
    headers: HeaderSource;
    /** The parsed JSON body, if there is one. */
    json: JsonObject | undefined;
    entry: ModelEntry;
}>;
/** What the router is told about it. */
export type PreparedRequest = Readonly<{
    entry: ModelEntry;
    session: O.Option<SessionIdentity>;
    /** Whole number, 0 .. 2^53-1. */
    inputTokens: number;
}>;
/** 400 for a request that brings a priority of its own: only the model's owner sets it. */
export declare const refusePriority: (headers: HeaderSource) => E.Either<GatewayError, void>;
/** Tells session and size of a request; left with 400 when a session id is malformed. */
export declare const prepareRequest: ({ kind, headers, json, entry }: KnownRequest, estimate?: EstimateInputTokens) => E.Either<GatewayError, PreparedRequest>;
