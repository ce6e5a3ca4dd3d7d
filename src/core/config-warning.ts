/** Settings that load but do nothing, or not what they seem to. */
import { memberPath } from './codec.js';
import { fault, type Fault, type Problem } from './fault.js';
import {
  FIELDS,
  FIELD_KEYS,
  type AlgorithmConfig,
  type FieldKey,
  type FieldSpec,
} from './fields.js';

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
    default:
      return checkInert(key, config);
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

const checkWorkLimit = ({ maxInputWorkSeconds }: AlgorithmConfig): Problem | undefined =>
  maxInputWorkSeconds! > 0
    ? undefined
    : { code: 'out_of_range', expected: 'a limit > 0, as this one rejects any prefill work' };

const checkFloor = (config: AlgorithmConfig): Problem | undefined => {
  const { maxQueueTimeFloorMs: floorMs, maxQueueTimeCeilMs: ceilMs } = config;
  if (ceilMs === undefined) return lone('maxQueueTimeCeilMs');
  if (floorMs! <= ceilMs) return undefined;
  return {
    code: 'out_of_range',
    expected: `a floor <= ${FIELDS.maxQueueTimeCeilMs.name} (${String(ceilMs)}), or the limit falls as the request waits`,
  };
};

const lone = (partner: FieldKey): Problem => ({
  code: 'missing',
  expected: `${FIELDS[partner].name} beside it, as one bound alone has no effect`,
});
