import { FIELDS, type AlgorithmConfig, type FieldKey } from '../../../core/config/fields.js';

/** The settings that are swept, by the flag that lists their values, and their field. */
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

/** What a setting is called in configurations, and so in what is printed. */
export const fieldNameOf = (name: SweptName): string => FIELDS[SWEPT[name]].name;

/** One combination of values. */
export type GridPoint = Readonly<Partial<Record<SweptName, number>>>;

/**
 * Values that are worth a try for clusters of so many slots: from no queue at the engine, over few
 * places, as long answers want, to as many as slots, as long prompts do; clusters that are let in
 * all at once (S = 0) or one after the other.
 */
export const defaultGrid = (slots: number): Grid => ({
  x: [0, 300, 1000],
  s: [0.1, 0.5],
  k: [1, 2],
  n: [1, 2],
  maxQueued: [...new Set(SHARES_OF_SLOTS.map((share) => Math.round(slots * share)))],
  widen: [0, 300],
});

const SHARES_OF_SLOTS = [0, 1 / 16, 1 / 4, 3 / 4, 1];

/**
 * Every combination of a grid that the algorithm can take, in the order of its values. Where the
 * grid does not say, the queue after the wait is raised to that before it: a shorter one would
 * refuse what may queue.
 */
export const pointsOf = (grid: Grid, base: AlgorithmConfig): readonly GridPoint[] => {
  let points: readonly GridPoint[] = [{}];
  for (const name of SWEPT_NAMES) {
    const values = takes(base.algorithm, name) ? (grid[name] ?? []) : [];
    if (values.length === 0) continue;
    points = points.flatMap((point) => values.map((value) => ({ ...point, [name]: value })));
  }
  const raisesFallback =
    grid.fallbackMaxQueued === undefined && takes(base.algorithm, 'fallbackMaxQueued');
  return raisesFallback ? points.map((point) => withFallback(point, base)) : points;
};

const withFallback = (point: GridPoint, base: AlgorithmConfig): GridPoint => {
  const { maxQueued = 0 } = point;
  const { fallbackMaxQueued = FIELDS.fallbackMaxQueued.default } = base;
  return maxQueued > fallbackMaxQueued ? { ...point, fallbackMaxQueued: maxQueued } : point;
};

/** The settings that an algorithm takes. */
export const takes = (algorithm: AlgorithmConfig['algorithm'], name: SweptName): boolean =>
  (FIELDS[SWEPT[name]].algorithms as readonly string[]).includes(algorithm);

/** The configuration with the values of a point. */
export const configAt = (base: AlgorithmConfig, point: GridPoint): AlgorithmConfig => {
  const values = Object.entries(point).map(([name, value]) => [SWEPT[name as SweptName], value]);
  return { ...base, ...(Object.fromEntries(values) as Partial<AlgorithmConfig>) };
};
