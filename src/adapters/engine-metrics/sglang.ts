/**
 * SGLang, from 0.3.5 on.
 *
 * Tensor-, pipeline- and expert-parallel ranks repeat the same numbers, with or without a `pid`, so
 * of rows that differ in nothing else the greatest counts. All other rows are parts of a whole and
 * add up: data-parallel ranks (in any order), workers behind one gateway, counters that are split
 * by `is_streaming` or by labels of the operator's own. Only a row per `priority` is a part of the
 * row without one, and is left out beside it. Of several names the newest comes first.
 */
import type { Sample } from './page.js';
import {
  meanOf,
  sumOf,
  valuesByKey,
  type CounterRows,
  type EngineReader,
  type Rows,
} from './quantities.js';

const RUNNING = ['num_running_reqs', 'num_requests_running'];
const WAITING = ['num_queue_reqs', 'num_requests_waiting'];
/**
 * Where else requests wait for their turn when prefill and decode run on engines of their own. A
 * prefill engine's `num_prefill_inflight_queue_reqs` is not one: those have had their prefill.
 */
const OTHER_QUEUES: readonly (readonly string[])[] = [
  ['num_prefill_bootstrap_queue_reqs', 'num_prefill_prealloc_queue_reqs'],
  ['num_decode_prealloc_queue_reqs'],
  ['num_decode_transfer_queue_reqs'],
];
const KV_USAGE = ['token_usage'];
const KV_USED = ['num_used_tokens'];
const KV_CAPACITY = ['max_total_num_tokens'];
const REALTIME_TOKENS = 'realtime_tokens_total';
const PROMPT_TOKENS = ['prompt_tokens_total'];
const STAGE_SECONDS = 'per_stage_req_latency_seconds_sum';
const GENERATION_TOKENS = ['generation_tokens_total'];

export const SGLANG: EngineReader = {
  title: 'SGLang',
  prefixes: ['sglang:', 'sglang_'],
  names: [
    ...RUNNING,
    ...WAITING,
    ...OTHER_QUEUES.flat(),
    ...KV_USAGE,
    ...KV_USED,
    ...KV_CAPACITY,
    REALTIME_TOKENS,
    ...PROMPT_TOKENS,
    STAGE_SECONDS,
    ...GENERATION_TOKENS,
  ],
  read: (rows) => {
    const values = (names: readonly string[]) => valuesByKey(rows, names, exceptCopies);
    const computed = counter(rowsWith(rows, 'mode', 'prefill_compute'), [REALTIME_TOKENS]);
    return {
      runningCount: sumOf(countsByRank(rows, RUNNING)),
      waitingCount: readWaiting(rows),
      kvUsageRatio: meanOf(values(KV_USAGE)),
      kvUsedTokens: sumOf(values(KV_USED)),
      kvCapacityTokens: sumOf(values(KV_CAPACITY)) || undefined,
      promptTokens: computed.size > 0 ? computed : counter(rows, PROMPT_TOKENS),
      prefillSeconds: counter(rowsWith(rows, 'stage', 'prefill_forward'), [STAGE_SECONDS]),
      generationTokens: counter(rows, GENERATION_TOKENS),
    };
  },
};

/** Absent queues count 0 where another one is there. */
const readWaiting = (rows: Rows): number | undefined =>
  sumOf(new Map([WAITING, ...OTHER_QUEUES].flatMap((names) => [...countsByRank(rows, names)])));

const countsByRank = (rows: Rows, names: readonly string[]): ReadonlyMap<string, number> =>
  valuesByKey((name) => withoutPriorities(rows(name)), names, exceptCopies);

/** Keyed by data-parallel rank, so that a part that begins later is growth and no new rank. */
const counter = (rows: Rows, names: readonly string[]): CounterRows => {
  const name = names.find((candidate) => rows(candidate).length > 0);
  const byRank = new Map<string, Sample[]>();
  for (const sample of name === undefined ? [] : rows(name)) {
    const rank = dataRank(sample);
    byRank.set(rank, [...(byRank.get(rank) ?? []), sample]);
  }
  return new Map(
    [...byRank].map(([rank, samples]) => [
      `${name} ${rank}`,
      sumOf(valuesByKey(() => samples, ['any'], exceptCopies)) ?? 0,
    ]),
  );
};

const dataRank = ({ labels }: Sample): string =>
  JSON.stringify([labels.get('worker_addr'), labels.get('dp_rank')]);

/** Labels by which rows that say the same thing differ. */
const COPY_LABELS = /^(?:(?:tp|pp|moe_[a-z]+)_rank|pid)$/;

const exceptCopies = ({ labels }: Sample): string =>
  JSON.stringify([...labels].filter(([name]) => !COPY_LABELS.test(name)).sort());

/** The rows without a priority, which are the sums of the others; the others where there are none. */
const withoutPriorities = (samples: readonly Sample[]): readonly Sample[] => {
  const whole = samples.filter(({ labels }) => (labels.get('priority') ?? '') === '');
  return whole.length > 0 ? whole : samples;
};

const rowsWith =
  (rows: Rows, label: string, value: string): Rows =>
  (name) =>
    rows(name).filter(({ labels }) => labels.get(label) === value);
