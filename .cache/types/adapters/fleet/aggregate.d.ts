/**
 * From the backends of a cluster to the cluster.
 *
 * Counts, tokens and rates add up; what only makes sense when every backend says it (slots, the
 * greatest prefill rate) is unknown otherwise. What no backend says comes from the cluster's own
 * static statistics. Pure.
 */
import type { Cluster } from '../../core/snapshot.js';
import { type BackendFigures } from './backend-figures.js';
import type { ClusterDefinition } from './document/cluster-definition.js';
/** The statistics of a cluster, from those of its backends in their order; deep-frozen. */
export declare const aggregateCluster: ({ clusterId, rttMs, hasSharedEngine, stats }: Omit<ClusterDefinition, "backends">, backends: readonly BackendFigures[]) => Cluster;
