/** The request of a case. */
import * as t from 'io-ts';
import { type SessionState } from '../../core/request.js';
/** Decodes a request; absent members stay absent. */
export declare const requestCodec: t.Type<Readonly<{
    requestId: string;
    cacheAffinityKey?: string | undefined;
    inputTokens?: number | undefined;
    priority?: number | undefined;
    requestSloMs?: number | undefined;
    excludedClusterIds?: readonly string[] | undefined;
    lastClusterId?: string | undefined;
    sessionState?: SessionState | undefined;
}>, Readonly<Record<string, unknown>>, unknown>;
