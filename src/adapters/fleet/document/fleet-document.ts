/**
 * The JSON that tells which engines exist: docs/fleet.md describes it for people.
 *
 * One shape serves file, endpoint and push. Unknown fields are ignored and null counts as absent,
 * as in snapshots; everything else that is wrong is reported, all of it at once.
 */
import type * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import {
  about,
  decodeWith,
  errorAt,
  objectCodec,
  presentMember,
  settle,
  type JsonObject,
} from '../../../core/codec/codec.js';
import { describeGiven, type Fault } from '../../../core/codec/fault.js';
import type { Target } from '../../../core/snapshot.js';
import { checkId, checkText } from '../../../core/codec/text-check.js';
import { duplicateBackends } from './backend-names.js';
import { clusterDefinitionCodec, type ClusterDefinition } from './cluster-definition.js';
import { decodeList, duplicates } from '../../../core/codec/list-codec.js';
import { targetKey } from '../../../core/target-key.js';

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
export const encodeFleetDocument = ({ targets }: FleetDocument): JsonObject => ({
  targets: targets.map(targetDefinitionCodec.encode),
});

const targetDefinitionCodec = objectCodec<TargetDefinition>(
  'TargetDefinition',
  (json, context) => {
    const errors: t.Errors = [];
    const modelId = presentMember(json, 'model_id');
    const modelProblem = checkId(modelId);
    if (modelProblem) errors.push(errorAt(context, 'model_id', modelId, modelProblem));
    const routingKey = presentMember(json, 'routing_key');
    const keyProblem = routingKey === undefined ? undefined : checkText(routingKey);
    if (keyProblem) errors.push(errorAt(context, 'routing_key', routingKey, keyProblem));
    const list = { name: 'clusters', what: 'an array of clusters', codec: clusterDefinitionCodec };
    const clusters = decodeList(json, context, { ...list, isRequired: true }, errors);
    errors.push(
      ...duplicates(json, context, 'clusters', 'cluster_id', 'unique in the target'),
      ...duplicateBackends(json, context),
    );
    return settle(
      about(errors, () => targetLabel(modelId)),
      () => {
        // An empty routing key is an absent one.
        const scope = routingKey ? { routingKey: routingKey as string } : {};
        const target = Object.freeze({ ...scope, modelId: modelId as string });
        return Object.freeze({ target, clusters });
      },
    );
  },
  ({ target, clusters }) => ({
    ...(target.routingKey !== undefined && { routing_key: target.routingKey }),
    model_id: target.modelId,
    clusters: clusters.map(clusterDefinitionCodec.encode),
  }),
);

const fleetDocumentCodec = objectCodec<FleetDocument>(
  'FleetDocument',
  (json, context) => {
    const errors: t.Errors = [];
    const list = { name: 'targets', what: 'an array of targets', codec: targetDefinitionCodec };
    const targets = decodeList(json, context, { ...list, isRequired: true }, errors);
    if (errors.length === 0) errors.push(...duplicateTargets(json, context, targets));
    return settle(errors, () => Object.freeze({ targets }));
  },
  encodeFleetDocument,
);

const duplicateTargets = (
  json: JsonObject,
  context: t.Context,
  targets: readonly TargetDefinition[],
): t.Errors => {
  const firstIndexByKey = new Map<string, number>();
  const list = t.appendContext(context, 'targets', t.UnknownArray, json['targets']);
  return targets.flatMap(({ target }, index) => {
    const first = firstIndexByKey.get(targetKey(target));
    if (first === undefined) {
      firstIndexByKey.set(targetKey(target), index);
      return [];
    }
    const expected = `a target listed once (targets[${String(first)}] has this model and routing key)`;
    const place = t.appendContext(list, String(index), targetDefinitionCodec);
    return [errorAt(place, 'model_id', target.modelId, { code: 'duplicate', expected })];
  });
};

const targetLabel = (modelId: unknown): string | undefined =>
  typeof modelId === 'string' && modelId !== '' ? `model ${describeGiven(modelId)}` : undefined;
