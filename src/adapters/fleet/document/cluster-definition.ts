import type * as t from 'io-ts';
import { clusterLabel } from '../../../core/cluster-codec.js';
import {
  about,
  decodeMember,
  errorAt,
  missingIf,
  objectCodec,
  presentMember,
  settle,
} from '../../../core/codec/codec.js';
import { checkNumber } from '../../../core/codec/number-range.js';
import type { ClusterStats } from '../../../core/snapshot.js';
import { checkId } from '../../../core/codec/text-check.js';
import { backendDefinitionCodec, RTT_RANGE, type BackendDefinition } from './backend-definition.js';
import { decodeList } from '../../../core/codec/list-codec.js';
import { partialStatsCodec } from './partial-stats.js';

/** A cluster as a document describes it. */
export type ClusterDefinition = Readonly<{
  clusterId: string;
  /** Where no backend says more. */
  rttMs: number;
  /** Its backends are doors to one engine. */
  hasSharedEngine: boolean;
  /** Of the whole cluster, for what its backends do not say. */
  stats: Partial<ClusterStats>;
  /** Without any, the cluster can be decided for and not be sent to. */
  backends: readonly BackendDefinition[];
}>;

/** Decodes one cluster; messages name its id where that can be read. */
export const clusterDefinitionCodec = objectCodec<ClusterDefinition>(
  'ClusterDefinition',
  (json, context) => {
    const errors: t.Errors = [];
    const clusterId = presentMember(json, 'cluster_id');
    const idProblem = checkId(clusterId);
    if (idProblem) errors.push(errorAt(context, 'cluster_id', clusterId, idProblem));
    const rttMs = presentMember(json, 'rtt_ms');
    const rttProblem = checkNumber(rttMs, RTT_RANGE);
    if (rttProblem) errors.push(errorAt(context, 'rtt_ms', rttMs, missingIf(rttMs, rttProblem)));
    const shared = presentMember(json, 'shared_engine') ?? false;
    if (typeof shared !== 'boolean') {
      const problem = { code: 'wrong_type', expected: 'a boolean' } as const;
      errors.push(errorAt(context, 'shared_engine', shared, problem));
    }
    const statsJson = presentMember(json, 'stats') ?? {};
    const stats = decodeMember(partialStatsCodec, context, 'stats', statsJson, errors);
    const list = { name: 'backends', what: 'an array of backends', codec: backendDefinitionCodec };
    const backends = decodeList(json, context, { ...list, isRequired: false }, errors);
    const label = clusterLabel(clusterId);
    return settle(label === undefined ? errors : about(errors, () => label), () =>
      Object.freeze({
        clusterId: clusterId as string,
        rttMs: rttMs as number,
        hasSharedEngine: shared as boolean,
        stats: stats!,
        backends,
      }),
    );
  },
  (cluster) => ({
    cluster_id: cluster.clusterId,
    rtt_ms: cluster.rttMs,
    ...(cluster.hasSharedEngine && { shared_engine: true }),
    stats: partialStatsCodec.encode(cluster.stats),
    backends: cluster.backends.map(backendDefinitionCodec.encode),
  }),
);
