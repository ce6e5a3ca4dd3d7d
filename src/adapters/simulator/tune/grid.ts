import { FIELDS, type AlgorithmConfig, type FieldKey } from '../../../core/config/fields.js';

/** The settings that are swept, by their field, and the letter or word they go by. */
export const SWEPT = {
  x: 'cacheAffinityWaitMs',
  s: 'cacheAffinityInputTokensScale',
  k: 'cacheAffinityBackendSelectionCount',
  n: 'n',
  maxQueued: 'maxQueued',
  fallbackMaxQueued: 'fallbackMaxQueued',
  widen: 'bandWidenIntervalMs',
} as const satisfies Readonly<Record<string, FieldKey>>;

export type SweptName = keyof typeof SWEPT;

export const SWEPT_NAMES = Object.keys(SWEPT) as readonly SweptName[];

/** Values to try, by setting; a setting without any stays as configured. */
export type Grid = Readonly<Partial<Record<SweptName, readonly number[]>>>;

/** One combination of values. */
export type GridPoint = Readonly<Partial<Record<SweptName, number>>>;

/**
 * Values that are worth a try for clusters of so many slots: no queue at the engine, a quarter and
 * three quarters of the slots; clusters that are let in all at once (S = 0) or one after the other.
 */
export const defaultGrid = (slots: number): Grid => ({
  x: [0, 300, 1000],
  s: [0.1, 0.5],
  k: [1, 2],
  n: [1, 2],
  maxQueued: [...new Set([0, Math.round(slots / 4), Math.round((slots * 3) / 4)])],
  widen: [0, 300],
});

/** Every combination of a grid that the algorithm can take, in the order of its values. */
export const pointsOf = (grid: Grid, { algorithm }: AlgorithmConfig): readonly GridPoint[] => {
  let points: readonly GridPoint[] = [{}];
  for (const name of SWEPT_NAMES) {
    const values = takes(algorithm, name) ? (grid[name] ?? []) : [];
    if (values.length === 0) continue;
    points = points.flatMap((point) => values.map((value) => ({ ...point, [name]: value })));
  }
  return points;
};

/** The settings that an algorithm takes. */
export const takes = (algorithm: AlgorithmConfig['algorithm'], name: SweptName): boolean =>
  (FIELDS[SWEPT[name]].algorithms as readonly string[]).includes(algorithm);

/** The configuration with the values of a point. */
export const configAt = (base: AlgorithmConfig, point: GridPoint): AlgorithmConfig => {
  const values = Object.entries(point).map(([name, value]) => [SWEPT[name as SweptName], value]);
  return { ...base, ...(Object.fromEntries(values) as Partial<AlgorithmConfig>) };
};
