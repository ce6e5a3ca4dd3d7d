import {
  identifySession,
  type SessionRequest,
  type SessionResult,
} from '../../session/identity.js';
import type { CreateSha256 } from '../../session/sha256.js';
import { storeKeyOf, type SessionKey } from '../../session/store-key.js';

/** Session functions over the SHA-256 of a platform. */
export type SessionFunctions = Readonly<{
  sessionIdentity: (request: SessionRequest) => SessionResult;
  lastClusterStoreKey: (session: SessionKey) => string;
}>;

/** Hands a SHA-256 to the session functions. */
export const sessionFunctions = (createSha256: CreateSha256): SessionFunctions => ({
  sessionIdentity: (request) => identifySession(request, createSha256),
  lastClusterStoreKey: (session) => storeKeyOf(session, createSha256),
});
