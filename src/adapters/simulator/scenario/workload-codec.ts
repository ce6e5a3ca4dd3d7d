import type { Codec } from '../../../core/codec/codec.js';
import { defaulted, objectCodec, optional, required } from '../../../core/codec/object-codec.js';
import { amount, id, nameIn } from '../../../core/codec/value-codec.js';
import { PREFIX_FORMS } from '../workload/trace/prefixes.js';
import {
  TRACE_FORMATS,
  type Arrivals,
  type HotKeys,
  type RankOne,
  type SyntheticModel,
  type TraceModel,
  type WorkloadModel,
} from '../workload/workload-model.js';
import { count, countFromOne, distribution, kindIs, positive, share } from './quantities.js';
import { taggedCodec } from './tagged-codec.js';

/** What stands for "no limit" where JSON has no infinity. */
export const UNLIMITED = 1e15;

const arrivals: Codec<Arrivals> = taggedCodec<Arrivals>('arrivals', {
  poisson: objectCodec('poisson', {
    members: {
      kind: kindIs('poisson'),
      sessionsPerSecond: required('sessions_per_second', positive),
    },
    unknown: 'refused',
  }),
  users: objectCodec('users', {
    members: {
      kind: kindIs('users'),
      count: required('count', countFromOne),
      startWithinMs: defaulted('start_within_ms', amount, 0),
    },
    unknown: 'refused',
  }),
});

const hotKeys = objectCodec<HotKeys>('hot_keys', {
  members: {
    count: required('count', countFromOne),
    share: required('share', share),
    tokens: defaulted('tokens', count, 0),
  },
  unknown: 'refused',
});

const rankOne = objectCodec<RankOne>('rank_one', {
  members: { clusterId: required('cluster_id', id), share: required('share', share) },
  unknown: 'refused',
});

const synthetic = objectCodec<SyntheticModel>('synthetic', {
  members: {
    kind: kindIs('synthetic'),
    durationMs: required('duration_ms', positive),
    arrivals: required('arrivals', arrivals),
    turns: defaulted('turns', distribution, 1),
    thinkMs: defaulted('think_ms', distribution, 0),
    systemTokens: defaulted('system_tokens', count, 0),
    firstTokens: required('first_tokens', distribution),
    answerTokens: required('answer_tokens', distribution),
    followUpTokens: defaulted('follow_up_tokens', distribution, 1),
    blockTokens: defaulted('block_tokens', count, 0),
    hotKeys: optional('hot_keys', hotKeys),
    rankOne: optional('rank_one', rankOne),
    retryMs: optional('retry_ms', positive),
    idPrefix: optional('id_prefix', id),
  },
  unknown: 'refused',
});

const trace = objectCodec<TraceModel>('trace', {
  members: {
    kind: kindIs('trace'),
    format: required('format', nameIn(TRACE_FORMATS)),
    file: required('file', id),
    sessionsFile: optional('sessions_file', id),
    prefixes: defaulted('prefixes', nameIn(PREFIX_FORMS), 'listed'),
    loop: defaulted('loop', nameIn(['open', 'closed'] as const), 'open'),
    blockTokens: defaulted('block_tokens', countFromOne, 512),
    openingBlocks: defaulted('opening_blocks', countFromOne, 1),
    answerTokens: defaulted('answer_tokens', count, 200),
    limit: defaulted('limit', positive, UNLIMITED),
    pace: defaulted('pace', positive, 1),
    spreadMs: defaulted('spread_ms', amount, 0),
    sessionsPerSecond: defaulted('sessions_per_second', positive, 1),
    maxThinkMs: defaulted('max_think_ms', amount, UNLIMITED),
    maxInputTokens: defaulted('max_input_tokens', positive, UNLIMITED),
    onBadRow: defaulted('on_bad_row', nameIn(['stop', 'skip'] as const), 'stop'),
  },
  unknown: 'refused',
});

/** The JSON of a workload. */
export const workloadCodec: Codec<WorkloadModel> = taggedCodec<WorkloadModel>('workload', {
  synthetic,
  trace,
});
