import type { BackendStatus } from '../fleet/port.js';
import { clusterIdOf } from './engine-names.js';
import type { EngineState } from './engine-roster.js';

/** What `/readyz` tells of the engines that have not told their models, or do not serve them now. */
export const absentEngines = (
  states: readonly EngineState[],
  backends: readonly BackendStatus[],
): readonly string[] => {
  const missing = states.filter(({ facts }) => facts === undefined).length;
  const lost = countLost(states, backends);
  return [
    ...(missing > 0 ? [`engines that have not answered yet: ${String(missing)}`] : []),
    ...(lost > 0 ? [`engines that are not reached or do not report: ${String(lost)}`] : []),
  ];
};

/** An engine is one backend per model; one that was dropped is no backend any more. */
const countLost = (states: readonly EngineState[], backends: readonly BackendStatus[]): number => {
  const liveModels = new Map<string, number>();
  for (const { state, backend } of backends) {
    if (state !== 'live') continue;
    liveModels.set(backend.clusterId, (liveModels.get(backend.clusterId) ?? 0) + 1);
  }
  return states.filter(
    ({ url, facts }) => (liveModels.get(clusterIdOf(url)) ?? 0) < (facts?.models.length ?? 0),
  ).length;
};
