/**
 * vLLM, V0 and V1, from 0.2.3 on.
 *
 * Data-parallel ranks have a row each (label `engine`): load adds up, usage is averaged. Names
 * changed over time; of several names the newest comes first. Tokens that were computed and
 * seconds of prefill both move when a request ends, so they are preferred to `prompt_tokens_total`,
 * which moves earlier and counts cached tokens too.
 */
import type { Sample } from './page.js';
import {
  countInLabel,
  meanOf,
  sumOf,
  valuesByKey,
  type EngineReader,
  type Rows,
} from './quantities.js';

const RUNNING = ['num_requests_running'];
const WAITING = ['num_requests_waiting'];
const KV_USAGE = ['kv_cache_usage_perc', 'gpu_cache_usage_perc'];
const CACHE_CONFIG = 'cache_config_info';
const PROMPT_TOKENS = ['request_prefill_kv_computed_tokens_sum', 'prompt_tokens_total'];
const PREFILL_SECONDS = ['request_prefill_time_seconds_sum'];
const GENERATION_TOKENS = ['generation_tokens_total'];

export const VLLM: EngineReader = {
  title: 'vLLM',
  prefixes: ['vllm:', 'vllm_', 'ray_vllm:', ''],
  names: [
    ...RUNNING,
    ...WAITING,
    ...KV_USAGE,
    CACHE_CONFIG,
    ...PROMPT_TOKENS,
    ...PREFILL_SECONDS,
    ...GENERATION_TOKENS,
  ],
  read: (rows) => {
    const values = (names: readonly string[]) => valuesByKey(rows, names, everyLabel);
    return {
      runningCount: sumOf(values(RUNNING)),
      waitingCount: sumOf(values(WAITING)),
      kvUsageRatio: meanOf(values(KV_USAGE)),
      kvUsedTokens: undefined,
      kvCapacityTokens: readCapacityTokens(rows),
      promptTokens: values(PROMPT_TOKENS),
      prefillSeconds: values(PREFILL_SECONDS),
      generationTokens: values(GENERATION_TOKENS),
    };
  },
};

const everyLabel = ({ labels }: Sample): string => JSON.stringify([...labels].sort());

/**
 * `kv_cache_size_tokens` is per engine. `num_gpu_blocks` is not: with data parallelism the front
 * end writes the sum over all engines into every row.
 */
const readCapacityTokens = (rows: Rows): number | undefined => {
  let sizeTokens = 0;
  let blockTokens = 0;
  for (const row of rows(CACHE_CONFIG)) {
    sizeTokens += countInLabel(row, 'kv_cache_size_tokens') ?? 0;
    const blockCount = countInLabel(row, 'num_gpu_blocks') ?? 0;
    blockTokens = Math.max(blockTokens, blockCount * (countInLabel(row, 'block_size') ?? 0));
  }
  return sizeTokens || blockTokens || undefined;
};
