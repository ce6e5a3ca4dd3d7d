/**
 * The JSON that tells which engines exist: docs/fleet.md describes it for people.
 *
 * One shape serves file, endpoint and push. It is read strictly, as a misspelt field would act in
 * silence, and ids have to travel in headers; null counts as absent. Everything that is wrong is
 * reported, all of it at once.
 */
import type * as E from 'fp-ts/lib/Either.js';
import { decodeWith, type Codec, type JsonObject } from '../../../core/codec/codec.js';
import { describeGiven, type Fault } from '../../../core/codec/fault.js';
import { listOf, uniqueBy, type Uniqueness } from '../../../core/codec/list-codec.js';
import { mapCodec, objectCodec, required } from '../../../core/codec/object-codec.js';
import type { Target } from '../../../core/snapshot/snapshot.js';
import { SERVED_TARGET_MEMBERS } from '../../../core/snapshot/target-codec.js';
import { targetKey } from '../../../core/snapshot/target-key.js';
import { duplicateBackends, takenClusterIds } from './backend-names.js';
import { clusterDefinitionCodec, type ClusterDefinition } from './cluster-definition.js';

/** The clusters of one target. */
export type TargetDefinition = Readonly<{
  target: Target;
  clusters: readonly ClusterDefinition[];
}>;

/** Everything a router routes to. */
export type FleetDocument = Readonly<{ targets: readonly TargetDefinition[] }>;

/**
 * Reads a fleet document, or says everything that is wrong with it. `path` is where `json` stands
 * in a larger document.
 *
 * @example
 * parseFleetDocument({ targets: [{ model_id: 'm', clusters: [{ cluster_id: 'A', rtt_ms: 5 }] }] });
 */
export const parseFleetDocument = (
  json: unknown,
  path = '',
): E.Either<readonly Fault[], FleetDocument> => decodeWith(fleetDocumentCodec, json, path);

/** The JSON of a document; `parseFleetDocument` reads it back equal. */
export const encodeFleetDocument = (document: FleetDocument): JsonObject =>
  fleetDocumentCodec.encode(document) as JsonObject;

const targetDefinitionCodec: Codec<TargetDefinition> = mapCodec(
  objectCodec<Target & Pick<TargetDefinition, 'clusters'>>('TargetDefinition', {
    members: {
      ...SERVED_TARGET_MEMBERS,
      clusters: required(
        'clusters',
        listOf(clusterDefinitionCodec, {
          what: 'an array of clusters',
          unique: uniqueBy('cluster_id', 'unique in the target'),
        }),
      ),
    },
    unknown: 'refused',
    check: (json, context) => [
      ...duplicateBackends(json, context),
      ...takenClusterIds(json, context),
    ],
    label: ({ model_id: modelId }) =>
      typeof modelId === 'string' && modelId !== '' ? `model ${describeGiven(modelId)}` : undefined,
  }),
  ({ clusters, ...target }) => Object.freeze({ target: Object.freeze(target), clusters }),
  ({ target, clusters }) => ({ ...target, clusters }),
);

const LISTED_ONCE: Uniqueness = {
  keyOf: ({ routing_key: routingKey, model_id: modelId }) => {
    if (typeof modelId !== 'string' || modelId === '') return undefined;
    return targetKey({ ...(typeof routingKey === 'string' && { routingKey }), modelId });
  },
  member: 'model_id',
  expected: (first) => `a target listed once (${first} has this model and routing key)`,
};

/** Decodes a fleet document. */
export const fleetDocumentCodec = objectCodec<FleetDocument>('FleetDocument', {
  members: {
    targets: required(
      'targets',
      listOf(targetDefinitionCodec, { what: 'an array of targets', unique: LISTED_ONCE }),
    ),
  },
  unknown: 'refused',
  passing: ['$schema'],
});
