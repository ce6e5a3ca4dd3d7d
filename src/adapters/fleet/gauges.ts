import type { Metrics } from '../telemetry/port.js';
import type { BackendState, BackendStatus } from './port.js';

const STATES: readonly BackendState[] = ['live', 'stale', 'paused'];

/** Writes the gauges of a fleet: backends and the age of their statistics, by model and state. */
export type FleetGauges = Readonly<{ write: (statuses: readonly BackendStatus[]) => void }>;

/** Makes them; a model that is not served any more is written as 0 once. */
export const createFleetGauges = (metrics: Metrics): FleetGauges => {
  let modelsBefore: ReadonlySet<string> = new Set();
  return {
    write: (statuses) => {
      const byModel = new Map<string, BackendStatus[]>([...modelsBefore].map((id) => [id, []]));
      for (const status of statuses) {
        const { modelId } = status.target;
        const known = byModel.get(modelId);
        if (known === undefined) byModel.set(modelId, [status]);
        else known.push(status);
      }
      for (const [model, backends] of byModel) writeModel(metrics, model, backends);
      modelsBefore = new Set(statuses.map(({ target }) => target.modelId));
    },
  };
};

const writeModel = (metrics: Metrics, model: string, backends: readonly BackendStatus[]): void => {
  metrics.gauge('reportsLost', { model }, backends.some((one) => one.hasLostReports) ? 1 : 0);
  for (const state of STATES) {
    const inState = backends.filter((backend) => backend.state === state);
    // Those that never reported have no age; that they are stale is counted.
    const agesMs = inState.map(({ ageMs }) => ageMs).filter(Number.isFinite);
    metrics.gauge('backends', { model, state }, inState.length);
    metrics.gauge('snapshotAge', { model, state }, Math.max(0, ...agesMs) / 1000);
  }
};
