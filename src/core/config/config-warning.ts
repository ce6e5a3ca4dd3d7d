/** Settings that load but do nothing, or not what they seem to. */
import { memberPath } from '../codec/codec.js';
import { fault, type Fault, type Problem } from '../codec/fault.js';
import { checkHeaderText } from '../codec/text-check.js';
import { MAX_ROUTING_WAIT_MS } from '../request.js';
import {
  FIELDS,
  FIELD_KEYS,
  type AlgorithmConfig,
  type AlgorithmName,
  type FieldKey,
  type FieldSpec,
} from './fields.js';
import { groupSizeOf } from './policy.js';

/**
 * Judges a valid algorithm object as a whole; `path` is where it stands in its document.
 *
 * Nothing here keeps a configuration from loading: valid fields make a valid whole.
 */
export const configWarnings = (config: AlgorithmConfig, path = ''): readonly Fault[] => {
  const warnings: Fault[] = [];
  for (const key of FIELD_KEYS) {
    const problem = config[key] === undefined ? undefined : findWarning(key, config);
    if (problem === undefined) continue;
    const place = memberPath(path, FIELDS[key].name);
    warnings.push(fault({ ...problem, path: place, given: config[key], about: config.algorithm }));
  }
  return warnings;
};

const findWarning = (key: FieldKey, config: AlgorithmConfig): Problem | undefined => {
  switch (key) {
    case 'requireInputTokens':
      return {
        code: 'not_applicable',
        expected: 'no such setting behind a router, which always demands input tokens',
      };
    case 'maxInputWorkSeconds':
      return checkWorkLimit(config);
    case 'maxQueueTimeFloorMs':
      return checkFloor(config);
    case 'maxQueueTimeCeilMs':
      return config.maxQueueTimeFloorMs === undefined ? lone('maxQueueTimeFloorMs') : undefined;
    case 'nextBucketUnlockFactor':
      return config.nextBucketUnlockFactor! < 0 ? NEGATIVE_FACTOR : undefined;
    case 'cacheAffinityWaitMs':
      return checkGroup(key, config) ?? checkWait(config.cacheAffinityWaitMs!);
    case 'maxQueued':
      return checkQueues(config);
    case 'bandWidenIntervalMs':
      return checkWait(config.bandWidenIntervalMs! + (config.cacheAffinityWaitMs ?? 0));
    default:
      return checkInert(key, config) ?? checkZero(key, config) ?? checkGroup(key, config);
  }
};

const checkInert = (key: FieldKey, { algorithm }: AlgorithmConfig): Problem | undefined => {
  const field: FieldSpec = FIELDS[key];
  if (!field.inertFor?.includes(algorithm)) return undefined;
  return {
    code: 'not_applicable',
    expected: `no such setting, as it has no effect with ${algorithm}`,
  };
};

const NEGATIVE_FACTOR: Problem = {
  code: 'out_of_range',
  expected: 'a factor >= 0, as a negative one acts as 0',
};

const checkZero = (key: FieldKey, config: AlgorithmConfig): Problem | undefined => {
  const field: FieldSpec = FIELDS[key];
  if (config[key] !== 0 || field.zeroMeans?.[config.algorithm] !== 1) return undefined;
  return { code: 'out_of_range', expected: 'at least 1, as 0 is read as 1' };
};

/** Fields that act on the affinity group, and so need one. */
export const GROUP_FIELDS: readonly FieldKey[] = [
  'cacheAffinityVirtualNodes',
  'cacheAffinityWaitMs',
  'cacheAffinityInputTokensScale',
  'lastClusterAffinity',
];

/** Whether an algorithm that can have an affinity group is configured without one. */
export const lacksAffinityGroup = (config: AlgorithmConfig): boolean =>
  CAN_HAVE_GROUP.includes(config.algorithm) && groupSizeOf(config) === 0;

const CAN_HAVE_GROUP: readonly AlgorithmName[] =
  FIELDS.cacheAffinityBackendSelectionCount.algorithms;

const checkGroup = (key: FieldKey, config: AlgorithmConfig): Problem | undefined => {
  if (!lacksAffinityGroup(config) || !GROUP_FIELDS.includes(key)) return undefined;
  const { name } = FIELDS.cacheAffinityBackendSelectionCount;
  return { code: 'missing', expected: `${name} >= 1 beside it, as it acts on the affinity group` };
};

const checkWorkLimit = ({ maxInputWorkSeconds }: AlgorithmConfig): Problem | undefined =>
  maxInputWorkSeconds! > 0
    ? undefined
    : { code: 'out_of_range', expected: 'a limit > 0, as this one rejects any prefill work' };

const checkQueues = (config: AlgorithmConfig): Problem | undefined => {
  const { algorithm, maxQueued, fallbackMaxQueued = 0 } = config;
  if (algorithm !== 'pulsar-wait-and-widen' || maxQueued === 0 || fallbackMaxQueued > 0) {
    return undefined;
  }
  const { name } = FIELDS.fallbackMaxQueued;
  return {
    code: 'missing',
    expected: `${name} >= 1 beside it, or a request that leaves home takes free slots only, and a burst waits or fails that could queue`,
  };
};

const checkFloor = (config: AlgorithmConfig): Problem | undefined => {
  const { maxQueueTimeFloorMs: floorMs, maxQueueTimeCeilMs: ceilMs } = config;
  if (ceilMs === undefined) return lone('maxQueueTimeCeilMs');
  if (floorMs! <= ceilMs) return undefined;
  return {
    code: 'out_of_range',
    expected: `a floor <= ${FIELDS.maxQueueTimeCeilMs.name} (${String(ceilMs)}), or the limit falls as the request waits`,
  };
};

/** Of the warnings of an algorithm object those about what a router's own limit cancels. */
export const waitWarnings = (config: AlgorithmConfig): readonly Fault[] =>
  configWarnings(config).filter(
    ({ code, path }) =>
      code === 'out_of_range' && WAIT_FIELDS.some((key) => FIELDS[key].name === path),
  );

const WAIT_FIELDS: readonly FieldKey[] = ['cacheAffinityWaitMs', 'bandWidenIntervalMs'];

/** What only happens later than a router lets a request wait never happens behind one. */
const checkWait = (untilMs: number): Problem | undefined =>
  untilMs <= MAX_ROUTING_WAIT_MS
    ? undefined
    : {
        code: 'out_of_range',
        expected: `a search that widens within ${String(MAX_ROUTING_WAIT_MS)} ms of arrival, when a router ends every wait`,
      };

/** What is odd about a model id as a key of `models`, which is matched exactly. */
export const modelKeyWarning = (modelId: string, path: string): readonly Fault[] => {
  const problem = modelId === '*' ? NO_PATTERN : checkHeaderText(modelId);
  return problem === undefined ? [] : [fault({ ...problem, path, given: modelId })];
};

const NO_PATTERN: Problem = {
  code: 'not_applicable',
  expected: 'a model id, as "*" stands for itself only (default is for models without an entry)',
};

const lone = (partner: FieldKey): Problem => ({
  code: 'missing',
  expected: `${FIELDS[partner].name} beside it, as one bound alone has no effect`,
});
