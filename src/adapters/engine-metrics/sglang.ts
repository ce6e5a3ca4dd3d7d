/**
 * SGLang, from 0.3.5 on.
 *
 * Data-parallel ranks (label `dp_rank`, in any order, or workers behind one gateway) add up. Within
 * one of them every tensor- and pipeline-parallel rank that reports repeats the same numbers, with
 * or without a `pid`, so there the greatest counts. Of several names the newest comes first.
 */
import type { Sample } from './page.js';
import { meanOf, sumOf, valuesByRank, type EngineReader, type Rows } from './quantities.js';

const RUNNING = ['num_running_reqs', 'num_requests_running'];
const WAITING = ['num_queue_reqs', 'num_requests_waiting'];
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
    ...KV_USAGE,
    ...KV_USED,
    ...KV_CAPACITY,
    REALTIME_TOKENS,
    ...PROMPT_TOKENS,
    STAGE_SECONDS,
    ...GENERATION_TOKENS,
  ],
  read: (rows) => {
    const values = (names: readonly string[], from = rows) => valuesByRank(from, names, dataRank);
    const computed = values([REALTIME_TOKENS], rowsWith(rows, 'mode', 'prefill_compute'));
    return {
      runningCount: sumOf(values(RUNNING)),
      waitingCount: sumOf(values(WAITING)),
      kvUsageRatio: meanOf(values(KV_USAGE)),
      kvUsedTokens: sumOf(values(KV_USED)),
      kvCapacityTokens: sumOf(values(KV_CAPACITY)) || undefined,
      promptTokens: computed.size > 0 ? computed : values(PROMPT_TOKENS),
      prefillSeconds: values([STAGE_SECONDS], rowsWith(rows, 'stage', 'prefill_forward')),
      generationTokens: values(GENERATION_TOKENS),
    };
  },
};

const dataRank = ({ labels }: Sample): string =>
  JSON.stringify([labels.get('worker_addr'), labels.get('dp_rank')]);

const rowsWith =
  (rows: Rows, label: string, value: string): Rows =>
  (name) =>
    rows(name).filter(({ labels }) => labels.get(label) === value);
