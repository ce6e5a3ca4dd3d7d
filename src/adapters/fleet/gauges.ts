import type { Metrics } from '../telemetry/port.js';
import type { BackendState, BackendStatus } from './port.js';

const STATES: readonly BackendState[] = ['live', 'stale', 'paused'];

/** Writes the gauges of a fleet: backends and the age of their statistics, by model and state. */
export type FleetGauges = Readonly<{ write: (statuses: readonly BackendStatus[]) => void }>;

/**
 * Makes them; a model that is not served any more is written as 0 once, and what did not change is
 * not written again.
 */
export const createFleetGauges = (metrics: Metrics): FleetGauges => {
  let before: ReadonlyMap<string, readonly Figure[]> = new Map();
  return {
    write: (statuses) => {
      const now = new Map<string, readonly Figure[]>();
      for (const [model, backends] of byModel(statuses)) now.set(model, figuresOf(backends));
      for (const [model, figures] of now) writeChanged(metrics, model, figures, before.get(model));
      for (const [model, figures] of before) {
        if (!now.has(model)) writeChanged(metrics, model, figuresOf([]), figures);
      }
      before = now;
    },
  };
};

type Figure = Readonly<{
  gauge: 'reportsLost' | 'backends' | 'snapshotAge';
  state?: BackendState;
  value: number;
}>;

const byModel = (
  statuses: readonly BackendStatus[],
): ReadonlyMap<string, readonly BackendStatus[]> => {
  const models = new Map<string, BackendStatus[]>();
  for (const status of statuses) {
    const { modelId } = status.target;
    const known = models.get(modelId);
    if (known === undefined) models.set(modelId, [status]);
    else known.push(status);
  }
  return models;
};

/** The figures of a model, always as many and in the same order. */
const figuresOf = (backends: readonly BackendStatus[]): readonly Figure[] => [
  { gauge: 'reportsLost', value: backends.some((one) => one.hasLostReports) ? 1 : 0 },
  ...STATES.flatMap((state): readonly Figure[] => {
    const inState = backends.filter((backend) => backend.state === state);
    // Those that never reported have no age; that they are stale is counted.
    const agesMs = inState.map(({ ageMs }) => ageMs).filter(Number.isFinite);
    return [
      { gauge: 'backends', state, value: inState.length },
      { gauge: 'snapshotAge', state, value: Math.max(0, ...agesMs) / 1000 },
    ];
  }),
];

const writeChanged = (
  metrics: Metrics,
  model: string,
  figures: readonly Figure[],
  before: readonly Figure[] | undefined,
): void => {
  figures.forEach(({ gauge, state, value }, at) => {
    if (before?.[at]!.value === value) return;
    metrics.gauge(gauge, { model, ...(state !== undefined && { state }) }, value);
  });
};
