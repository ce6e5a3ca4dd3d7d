import { GROUP_FIELDS, lacksAffinityGroup } from '../core/config/config-warning.js';
import { FIELDS } from '../core/config/fields.js';
import type { AlgorithmConfig, FieldKey } from '../core/config/fields.js';
import type { ParsedParameter } from './grammar.js';

/** Something an accepted expression says that will not act as its author may think. */
export type ExpressionWarning = Readonly<{
  code: 'lone_queue_slo_bound' | 'floor_above_ceiling' | 'no_affinity_group';
  /** The parameter, or the configured field, it is about. */
  parameter: string;
  message: string;
}>;

/** Warnings about a resolved configuration, given the parameters that were laid over it. */
export const findExpressionWarnings = (
  config: AlgorithmConfig,
  parameters: readonly ParsedParameter[],
): readonly ExpressionWarning[] => [
  ...queueSloWarnings(config, parameters),
  ...parameters.filter(({ name }) => needsMissingGroup(name, config)).map(noAffinityGroup),
];

const queueSloWarnings = (
  config: AlgorithmConfig,
  parameters: readonly ParsedParameter[],
): readonly ExpressionWarning[] => {
  const { maxQueueTimeFloorMs: floorMs, maxQueueTimeCeilMs: ceilMs } = config;
  const isGiven = (key: FieldKey) => parameters.some(({ name }) => name === FIELDS[key].name);
  if (floorMs !== undefined && ceilMs !== undefined) {
    return floorMs > ceilMs ? [floorAboveCeiling(floorMs, ceilMs)] : [];
  }
  if (isGiven('maxQueueTimeFloorMs')) return [loneBound(FLOOR, CEIL)];
  if (isGiven('maxQueueTimeCeilMs')) return [loneBound(CEIL, FLOOR)];
  return [];
};

const needsMissingGroup = (name: string, config: AlgorithmConfig): boolean =>
  lacksAffinityGroup(config) && GROUP_FIELDS.some((key) => FIELDS[key].name === name);

const noAffinityGroup = ({ name }: ParsedParameter): ExpressionWarning => ({
  code: 'no_affinity_group',
  parameter: name,
  message: `"${name}" has no effect without "${FIELDS.cacheAffinityBackendSelectionCount.name}"`,
});

const FLOOR = FIELDS.maxQueueTimeFloorMs.name;
const CEIL = FIELDS.maxQueueTimeCeilMs.name;

const loneBound = (given: string, missing: string): ExpressionWarning => ({
  code: 'lone_queue_slo_bound',
  parameter: given,
  message: `"${given}" has no effect without "${missing}", which is not set`,
});

const floorAboveCeiling = (floorMs: number, ceilMs: number): ExpressionWarning => ({
  code: 'floor_above_ceiling',
  parameter: FLOOR,
  message: `"${FLOOR}" (${String(floorMs)}) is above "${CEIL}" (${String(ceilMs)}): the queue SLO falls as a request waits`,
});
