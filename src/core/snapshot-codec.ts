/**
 * Snapshot JSON: docs/snapshot.md describes it for people.
 *
 * Engines add fields, so unknown ones are ignored, and null counts as absent. Everything
 * else that is wrong is reported, all of it at once, with the cluster and the field.
 */
import type * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { clusterCodec, clusterLabel } from './cluster-codec.js';
import {
  about,
  decodeMember,
  decodeWith,
  errorAt,
  isJsonObject,
  missingIf,
  objectCodec,
  ownMember,
  presentMember,
  settle,
  type JsonObject,
} from './codec/codec.js';
import type { Fault } from './codec/fault.js';
import type { Cluster, Snapshot } from './snapshot.js';
import { checkId, checkText } from './codec/text-check.js';

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
export const encodeSnapshot = ({ target, clusters }: Snapshot): JsonObject => ({
  ...(target.routingKey !== undefined && { routing_key: target.routingKey }),
  model_id: target.modelId,
  clusters: clusters.map(clusterCodec.encode),
});

/** Decodes the snapshot of one target. */
export const snapshotCodec = objectCodec<Snapshot>(
  'Snapshot',
  (json, context) => {
    const errors: t.Errors = [];
    const modelId = presentMember(json, 'model_id');
    const modelProblem = checkId(modelId);
    if (modelProblem) errors.push(errorAt(context, 'model_id', modelId, modelProblem));
    const routingKey = presentMember(json, 'routing_key');
    const keyProblem = routingKey === undefined ? undefined : checkText(routingKey);
    if (keyProblem) errors.push(errorAt(context, 'routing_key', routingKey, keyProblem));
    const clusters = decodeClusters(presentMember(json, 'clusters'), context, errors);
    return settle(errors, () => {
      // An empty routing key is an absent one.
      const scope = routingKey ? { routingKey: routingKey as string } : {};
      const target = Object.freeze({ ...scope, modelId: modelId as string });
      return Object.freeze({ target, clusters: Object.freeze(clusters) });
    });
  },
  encodeSnapshot,
);

const decodeClusters = (json: unknown, context: t.Context, errors: t.Errors): Cluster[] => {
  const clusters: Cluster[] = [];
  if (!Array.isArray(json)) {
    const problem = { code: 'wrong_type', expected: 'an array of clusters' } as const;
    errors.push(errorAt(context, 'clusters', json, missingIf(json, problem)));
    return clusters;
  }
  const list = t.appendContext(context, 'clusters', t.UnknownArray, json);
  const firstIndexById = new Map<string, number>();
  for (let i = 0; i < json.length; i++) {
    const item: unknown = json[i];
    const cluster = decodeMember(clusterCodec, list, String(i), item, errors);
    if (cluster) clusters.push(cluster);
    const id = isJsonObject(item) ? ownMember(item, 'cluster_id') : undefined;
    if (typeof id !== 'string' || id === '') continue;
    // An id counts as taken even where the rest of its cluster is wrong.
    const first = firstIndexById.get(id);
    if (first === undefined) firstIndexById.set(id, i);
    else errors.push(...duplicateErrors(list, i, item, first));
  }
  return clusters;
};

const duplicateErrors = (
  list: t.Context,
  index: number,
  cluster: unknown,
  first: number,
): t.Errors => {
  const id = (cluster as JsonObject)['cluster_id'];
  const expected = `an id unique in the snapshot (clusters[${String(first)}] has it already)`;
  const place = t.appendContext(list, String(index), clusterCodec, cluster);
  return about([errorAt(place, 'cluster_id', id, { code: 'duplicate', expected })], () =>
    clusterLabel(id),
  );
};
