import type { Selected } from '../core/decision.js';
import type { Policy } from '../core/config/policy.js';
import type { RoutingRequest } from '../core/request.js';
import type { View } from '../core/view/view.js';

/** Whether a request was served where it belongs. */
export type SelectionLabel = 'primary' | 'fallback';

/**
 * The label of a selection: for a `returning` request `primary` iff its last cluster was chosen;
 * for `new` and `stale` ones iff the choice lies in the affinity group (at most all clusters); for
 * requests that were not classified iff the rank depth is 1.
 */
export const labelSelection = (
  policy: Policy,
  view: View,
  request: RoutingRequest,
  selected: Selected,
): SelectionLabel => {
  switch (selected.sessionState) {
    case 'returning':
      return selected.clusterId === request.lastClusterId ? 'primary' : 'fallback';
    case 'new':
    case 'stale': {
      const groupSize = Math.min(policy.groupSize, view.clusterIds.length);
      return selected.rankDepth <= groupSize ? 'primary' : 'fallback';
    }
    case null:
      return selected.rankDepth === 1 ? 'primary' : 'fallback';
  }
};
