import type { Target } from '../../../core/snapshot/snapshot.js';
import type { ClusterDefinition } from './cluster-definition.js';
import type { FleetDocument } from './fleet-document.js';

/** A cluster whose sessions will alternate between the caches of its backends. */
export type AlternatingCaches = Readonly<{ target: Target; clusterId: string; message: string }>;

/** The clusters of a document with several backends of which it is not said that they share a cache. */
export const alternatingCaches = ({ targets }: FleetDocument): readonly AlternatingCaches[] =>
  targets.flatMap(({ target, clusters }) =>
    clusters
      .filter(alternates)
      .map(({ clusterId }) => ({ target, clusterId, message: ALTERNATING })),
  );

/** Whether a session that stays in the cluster will alternate between caches. */
export const alternates = (cluster: ClusterDefinition): boolean =>
  !cluster.hasSharedCache &&
  !cluster.hasSharedEngine &&
  cluster.backends.filter(({ dns }) => dns === undefined).length > 1;

/** What there is to say of such a cluster. */
export const ALTERNATING =
  'its backends take turns, so a session alternates between their KV caches; make one cluster per ' +
  'engine, or set "shared_cache": true where they share a cache';
