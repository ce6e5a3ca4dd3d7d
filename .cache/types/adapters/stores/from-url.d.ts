import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { type Fault } from '../../core/codec/fault.js';
import type { LastClusterStore, StoreError } from './port.js';
/** Which store to open. A Redis URL may hold a password: do not log it. */
export type StoreAddress = Readonly<{
    kind: 'memory';
}> | Readonly<{
    kind: 'redis';
    url: string;
}> | Readonly<{
    kind: 'olric';
    hosts: readonly string[];
}>;
/**
 * Reads a store address such as `memory`, `redis://cache:6379` or `olric://a:3320,b:3320`.
 *
 * Left with one fault at `path`; its `given` leaves out user and password.
 */
export declare const parseStoreAddress: (text: string, path: string) => E.Either<Fault, StoreAddress>;
/**
 * Opens the store of an address; `localMaxEntries` caps the in-process one.
 *
 * A server that is down does not fail it; see the stores for what does.
 */
export declare const openStore: (address: StoreAddress, localMaxEntries: number) => TE.TaskEither<StoreError, LastClusterStore>;
