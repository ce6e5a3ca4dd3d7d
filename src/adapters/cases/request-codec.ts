/** The request of a case. */
import * as t from 'io-ts';
import {
  decodeMember,
  errorAt,
  errorHere,
  objectCodec,
  presentMember,
  settle,
} from '../../core/codec/codec.js';
import type { Problem } from '../../core/codec/fault.js';
import { checkNumber } from '../../core/codec/number-range.js';
import { MAX_PRIORITY, type RoutingRequest, type SessionState } from '../../core/request.js';
import { checkId, checkText } from '../../core/codec/text-check.js';

const STATES: readonly SessionState[] = ['new', 'returning', 'stale'];

/** A codec of values that a check finds nothing wrong with. */
const checked = (name: string, check: (value: unknown) => Problem | undefined): t.Mixed =>
  new t.Type<unknown>(
    name,
    (value): value is unknown => check(value) === undefined,
    (value, context) => {
      const problem = check(value);
      return problem ? t.failures([errorHere(context, value, problem)]) : t.success(value);
    },
    t.identity,
  );

const text = checked('text', checkText);

const quantity = checked('quantity', (value) =>
  checkNumber(value, { wholeOnly: false, min: 0, max: Number.MAX_SAFE_INTEGER }),
);

const priority = checked('priority', (value) =>
  checkNumber(value, { wholeOnly: true, min: 0, max: MAX_PRIORITY }),
);

const sessionState = checked('session state', (value) => {
  if (STATES.includes(value as SessionState)) return undefined;
  const code = typeof value === 'string' ? 'invalid_value' : 'wrong_type';
  return { code, expected: `one of ${STATES.join(', ')}` };
});

const clusterId = new t.Type('a cluster id', t.string.is, t.string.validate, t.identity);
const clusterIds = t.array(clusterId, 'an array of cluster ids');

type Member = Readonly<{ name: string; key: keyof RoutingRequest; codec: t.Mixed }>;

/** Text that is hashed must be UTF-8; ids that are only compared may be any string. */
const OPTIONAL: readonly Member[] = [
  { name: 'cache_affinity_key', key: 'cacheAffinityKey', codec: text },
  { name: 'input_tokens', key: 'inputTokens', codec: quantity },
  { name: 'priority', key: 'priority', codec: priority },
  { name: 'request_slo_ms', key: 'requestSloMs', codec: quantity },
  { name: 'excluded_cluster_ids', key: 'excludedClusterIds', codec: clusterIds },
  { name: 'last_cluster_id', key: 'lastClusterId', codec: clusterId },
  { name: 'session_state', key: 'sessionState', codec: sessionState },
];

/** Decodes a request; absent members stay absent. */
export const requestCodec = objectCodec<RoutingRequest>(
  'Request',
  (json, context) => {
    const errors: t.Errors = [];
    const requestId = presentMember(json, 'request_id');
    const idProblem = checkId(requestId);
    if (idProblem) errors.push(errorAt(context, 'request_id', requestId, idProblem));
    const request: Record<string, unknown> = { requestId };
    for (const { name, key, codec } of OPTIONAL) {
      const value = presentMember(json, name);
      if (value === undefined) continue;
      const decoded: unknown = decodeMember(codec, context, name, value, errors);
      // JSON can spell -0, which is 0.
      request[key] = typeof decoded === 'number' ? decoded + 0 : decoded;
    }
    return settle(errors, () => request as RoutingRequest);
  },
  (request) => {
    const json: Record<string, unknown> = { request_id: request.requestId };
    for (const { name, key } of OPTIONAL) {
      if (request[key] !== undefined) json[name] = request[key];
    }
    return json;
  },
);
