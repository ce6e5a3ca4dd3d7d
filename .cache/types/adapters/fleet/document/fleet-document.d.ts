/**
 * The JSON that tells which engines exist: docs/fleet.md describes it for people.
 *
 * One shape serves file, endpoint and push. Unknown fields are ignored and null counts as absent,
 * as in snapshots; everything else that is wrong is reported, all of it at once.
 */
import type * as E from 'fp-ts/lib/Either.js';
import { type JsonObject } from '../../../core/codec/codec.js';
import { type Fault } from '../../../core/codec/fault.js';
import type { Target } from '../../../core/snapshot.js';
import { type ClusterDefinition } from './cluster-definition.js';
/** The clusters of one target. */
export type TargetDefinition = Readonly<{
    target: Target;
    clusters: readonly ClusterDefinition[];
}>;
/** Everything a router routes to. */
export type FleetDocument = Readonly<{
    targets: readonly TargetDefinition[];
}>;
/**
 * Reads a fleet document, or says everything that is wrong with it. `path` is where `json` stands
 * in a larger document.
 *
 * @example
 * parseFleetDocument({ targets: [{ model_id: 'm', clusters: [{ cluster_id: 'A', rtt_ms: 5 }] }] });
 */
export declare const parseFleetDocument: (json: unknown, path?: string) => E.Either<readonly Fault[], FleetDocument>;
/** The JSON of a document; `parseFleetDocument` reads it back equal. */
export declare const encodeFleetDocument: ({ targets }: FleetDocument) => JsonObject;
