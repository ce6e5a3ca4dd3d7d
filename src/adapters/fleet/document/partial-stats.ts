import { STATS_MEMBERS } from '../../../core/snapshot/cluster-codec.js';
import type { Codec } from '../../../core/codec/codec.js';
import { allOptional, objectCodec } from '../../../core/codec/object-codec.js';
import type { ClusterStats } from '../../../core/snapshot/snapshot.js';

/** Decodes statistics of which a part may be missing: what is absent stays absent. */
export const partialStatsCodec: Codec<Partial<ClusterStats>> = objectCodec<Partial<ClusterStats>>(
  'Stats',
  { members: allOptional<ClusterStats>(STATS_MEMBERS), unknown: 'refused' },
);
