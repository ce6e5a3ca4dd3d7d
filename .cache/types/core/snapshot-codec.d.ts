/**
 * Snapshot JSON: docs/snapshot.md describes it for people.
 *
 * Engines add fields, so unknown ones are ignored, and null counts as absent. Everything
 * else that is wrong is reported, all of it at once, with the cluster and the field.
 */
import type * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { type JsonObject } from './codec/codec.js';
import type { Fault } from './codec/fault.js';
import type { Cluster, Snapshot } from './snapshot.js';
/**
 * Reads one target's snapshot, deep-frozen and independent of `json`, or says everything that
 * is wrong with it. `path` is where `json` stands in a larger document. O(clusters).
 *
 * @example
 * parseSnapshot({ model_id: 'm', clusters: [{ cluster_id: 'A', rtt_ms: 5 }] });
 */
export declare const parseSnapshot: (json: unknown, path?: string) => E.Either<readonly Fault[], Snapshot>;
/** The JSON of a snapshot; `parseSnapshot` reads it back equal. */
export declare const encodeSnapshot: ({ target, clusters }: Snapshot) => JsonObject;
/** Decodes the snapshot of one target. */
export declare const snapshotCodec: t.Type<Readonly<{
    target: import("./snapshot.js").Target;
    clusters: readonly Cluster[];
}>, Readonly<Record<string, unknown>>, unknown>;
