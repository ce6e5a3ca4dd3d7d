import { clusterLabel } from '../../../core/snapshot/cluster-codec.js';
import type { Codec } from '../../../core/codec/codec.js';
import { listOf } from '../../../core/codec/list-codec.js';
import { defaulted, objectCodec, required } from '../../../core/codec/object-codec.js';
import { amount, travellingId, yesOrNo } from '../../../core/codec/value-codec.js';
import type { ClusterStats } from '../../../core/snapshot/snapshot.js';
import { backendDefinitionCodec, type BackendDefinition } from './backend-definition.js';
import { partialStatsCodec } from './partial-stats.js';

/** A cluster as a document describes it. */
export type ClusterDefinition = Readonly<{
  clusterId: string;
  /** Where no backend says more. */
  rttMs: number;
  /** Its backends are doors to one engine. */
  hasSharedEngine: boolean;
  /** Its backends share one KV cache though each is an engine of its own. */
  hasSharedCache: boolean;
  /** Of the whole cluster, for what its backends do not say. */
  stats: Partial<ClusterStats>;
  /** Without any, the cluster can be decided for and not be sent to. */
  backends: readonly BackendDefinition[];
}>;

const backends = listOf(backendDefinitionCodec, { what: 'an array of backends' });

/** Decodes one cluster; messages name its id where that can be read. */
export const clusterDefinitionCodec: Codec<ClusterDefinition> = objectCodec<ClusterDefinition>(
  'ClusterDefinition',
  {
    members: {
      clusterId: required('cluster_id', travellingId, 'unique in the target'),
      rttMs: required('rtt_ms', amount, 'round trip, ms, where no backend says more'),
      hasSharedEngine: defaulted('shared_engine', yesOrNo, false, 'backends are doors to one'),
      hasSharedCache: defaulted('shared_cache', yesOrNo, false, 'backends share one KV cache'),
      stats: defaulted('stats', partialStatsCodec, {}, 'of the whole cluster'),
      backends: defaulted('backends', backends, []),
    },
    unknown: 'refused',
    label: ({ cluster_id: clusterId }) => clusterLabel(clusterId),
  },
);
