/** What is odd about a fleet that loads. */
import { algorithmOf } from '../../../core/algorithms/table.js';
import { resolveAlgorithm, type LbConfig } from '../../../core/config/config.js';
import { compilePolicy } from '../../../core/config/policy.js';
import { alternates, ALTERNATING } from '../../fleet/document/alternating-caches.js';
import type { ClusterDefinition } from '../../fleet/document/cluster-definition.js';
import type { FleetDocument } from '../../fleet/document/fleet-document.js';

/** Where something is odd, and what. */
export type FleetFinding = Readonly<{ path: string; text: string }>;

/** Looks at a fleet, and at how its models are routed as far as that is known. */
export const fleetFindings = (
  { targets }: FleetDocument,
  routings: readonly LbConfig[],
): readonly FleetFinding[] =>
  targets.flatMap(({ target, clusters }, i) => {
    const needsSlots = routings.some((routing) => waitsForRoom(routing, target.modelId));
    return clusters.flatMap((cluster, j) => {
      const found = (text: string): FleetFinding => ({
        path: `targets[${String(i)}].clusters[${String(j)}]`,
        text,
      });
      return [
        ...(alternates(cluster) ? [found(ALTERNATING)] : []),
        ...(needsSlots && !hasSlots(cluster) ? [found(NEVER_FULL)] : []),
      ];
    });
  });

const NEVER_FULL =
  'its slots are not known, so it is never full, and nobody waits or overflows; ' +
  'set "max_engine_concurrency" in the stats of each backend';

/** Whether a model is served by an algorithm that holds a session to a cluster until it is full. */
const waitsForRoom = (routing: LbConfig, modelId: string): boolean => {
  const policy = compilePolicy(resolveAlgorithm(routing, modelId)!);
  return policy.groupSize > 0 && algorithmOf(policy).looksAtCapacity;
};

/** A cluster has the slots of all its backends, or its own where one of them does not say. */
const hasSlots = ({ stats, backends, hasSharedEngine }: ClusterDefinition): boolean => {
  const isSaid = ({ maxEngineConcurrency = 0 }: ClusterDefinition['stats']): boolean =>
    maxEngineConcurrency > 0;
  if (isSaid(stats)) return true;
  const said = backends.filter((backend) => isSaid(backend.stats)).length;
  return hasSharedEngine ? said > 0 : said === backends.length;
};
