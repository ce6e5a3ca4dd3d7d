/**
 * Snapshot JSON: docs/snapshot.md describes it for people.
 *
 * Engines add fields, so unknown ones are ignored, and null counts as absent. Everything
 * else that is wrong is reported, all of it at once, with the cluster and the field.
 */
import type * as E from 'fp-ts/lib/Either.js';
import { clusterCodec, clusterLabel } from './cluster-codec.js';
import { decodeWith, type Codec, type JsonObject } from '../codec/codec.js';
import type { Fault } from '../codec/fault.js';
import { listOf, uniqueBy } from '../codec/list-codec.js';
import { mapCodec, objectCodec, required } from '../codec/object-codec.js';
import type { Snapshot, Target } from './snapshot.js';
import { TARGET_MEMBERS } from './target-codec.js';

/**
 * Reads one target's snapshot, deep-frozen and independent of `json`, or says everything that
 * is wrong with it. `path` is where `json` stands in a larger document. O(clusters).
 *
 * @example
 * parseSnapshot({ model_id: 'm', clusters: [{ cluster_id: 'A', rtt_ms: 5 }] });
 */
export const parseSnapshot = (json: unknown, path = ''): E.Either<readonly Fault[], Snapshot> =>
  decodeWith(snapshotCodec, json, path);

/** The JSON of a snapshot; `parseSnapshot` reads it back equal. */
export const encodeSnapshot = (snapshot: Snapshot): JsonObject =>
  snapshotCodec.encode(snapshot) as JsonObject;

const UNIQUE_ID = uniqueBy('cluster_id', 'unique in the snapshot', ({ cluster_id: id }) =>
  clusterLabel(id),
);

/** Decodes the snapshot of one target. */
export const snapshotCodec: Codec<Snapshot> = mapCodec(
  objectCodec<Target & Pick<Snapshot, 'clusters'>>('Snapshot', {
    members: {
      ...TARGET_MEMBERS,
      clusters: required(
        'clusters',
        listOf(clusterCodec, { what: 'an array of clusters', unique: UNIQUE_ID }),
      ),
    },
  }),
  ({ clusters, ...target }) => Object.freeze({ target: Object.freeze(target), clusters }),
  ({ target, clusters }) => ({ ...target, clusters }),
);
