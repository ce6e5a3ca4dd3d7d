import * as E from 'fp-ts/lib/Either.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { effort } from '../../../support/effort.js';
import {
  readEnginePage,
  type EngineName,
  type EnginePageSettings,
} from '../../../../src/adapters/engine-metrics/read-engine-page.js';
import { recordedPage } from './pages.js';

const ENGINES = ['vllm', 'sglang'] as const;

const statsOf = (engine: EngineName, page: string, settings: EnginePageSettings = {}) => {
  const reading = readEnginePage(engine, page, undefined, 0, settings);
  if (E.isLeft(reading)) throw new Error(reading.left.message);
  return reading.right.stats;
};

const messageOf = (engine: EngineName, page: string, settings: EnginePageSettings = {}) => {
  const reading = readEnginePage(engine, page, undefined, 0, settings);
  return E.isLeft(reading) ? reading.left.message : 'no fault';
};

describe('an answer that is not a page of the engine', () => {
  test.each(['MADE-UP-html-502.txt', 'trtllm-serve-metrics-json.txt', 'sglang-0.3.5-full.prom'])(
    'is a fault that shows how %s begins',
    (file) => {
      const message = messageOf('vllm', recordedPage(file));
      expect(message).toContain('expected a Prometheus page of vLLM');
      expect(message).toContain('"vllm:"');
      expect(message).toContain(`given "${recordedPage(file).slice(0, 2)}`);
      expect(message.length).toBeLessThan(250);
    },
  );

  test('is a fault when it is empty, or of an engine nobody knows', () => {
    expect(messageOf('sglang', '')).toContain('given ""');
    expect(messageOf('vllm', 'llamacpp:requests_processing 1\n')).toContain('given "llamacpp:');
  });
});

describe('a page cut off in the middle of a line', () => {
  test('is a fault, because what is missing would be taken for what the engine does not say', () => {
    expect(messageOf('vllm', recordedPage('MADE-UP-truncated.prom'))).toBe(
      'metrics page: expected a whole page; its last line is cut off, ' +
        String.raw`given "vllm:kv_cache_usage_perc{engine=\"0\",model_na"`,
    );
  });

  test('is read when only the last line feed is missing', () => {
    expect(statsOf('vllm', 'vllm:num_requests_running{model_name="m"} 3')).toEqual({
      numRunningQueries: 3,
    });
  });
});

describe('a page with two models', () => {
  const page =
    'vllm:num_requests_running{model_name="a"} 1\nvllm:num_requests_running{model_name="b"} 20\n' +
    'vllm:num_requests_waiting{model_name="b"} 5\n' +
    'vllm:kv_cache_usage_perc{model_name="b"} 0.5\n' +
    'vllm:cache_config_info{block_size="16",num_gpu_blocks="10"} 1\n';

  test('gives the statistics of the named one, and leaves out rows without a model', () => {
    expect(statsOf('vllm', page, { modelName: 'a' })).toEqual({ numRunningQueries: 1 });
    expect(statsOf('vllm', page, { modelName: 'b' })).toEqual({
      numRunningQueries: 20,
      queueSize: 5,
    });
  });

  test('is a fault that lists them when none is named, or another one', () => {
    expect(messageOf('vllm', page)).toBe(
      'model_name: expected a model of the metrics page: "a", "b", given nothing',
    );
    expect(messageOf('vllm', page, { modelName: 'c' })).toContain('"a", "b", given "c"');
  });

  test('needs no name when there is one model only, but a wrong name is a fault', () => {
    const single = recordedPage('vllm-0.8-v1-design-doc-part.prom');
    expect(statsOf('vllm', single)).toEqual({ numRunningQueries: 8 });
    expect(messageOf('vllm', single, { modelName: 'alias' })).toContain(
      'expected a model of the metrics page: "meta-llama/Llama-3.1-8B-Instruct", given "alias"',
    );
  });
});

describe('data-parallel ranks', () => {
  test('of vLLM add up, usage is averaged, and blocks are a sum already', () => {
    const rank = (engine: number, running: number, usage: number): string =>
      `vllm:num_requests_running{engine="${engine}",model_name="m"} ${running}\n` +
      `vllm:kv_cache_usage_perc{engine="${engine}",model_name="m"} ${usage}\n` +
      `vllm:cache_config_info{block_size="16",engine="${engine}",num_gpu_blocks="100"} 1\n`;
    expect(statsOf('vllm', rank(1, 5, 0.5) + rank(0, 2, 0.25))).toEqual({
      numRunningQueries: 7,
      kvCacheCapacityTokens: 1600,
      kvCacheUsedTokens: 600,
      kvCacheFreeTokens: 1000,
    });
  });

  test('of vLLM each have their own size where it is given in tokens', () => {
    const rank = (engine: number): string =>
      `vllm:kv_cache_usage_perc{engine="${engine}",model_name="m"} 0.5\n` +
      `vllm:cache_config_info{block_size="16",engine="${engine}",kv_cache_size_tokens="800",num_gpu_blocks="100"} 1\n`;
    expect(statsOf('vllm', rank(0) + rank(1))).toMatchObject({
      kvCacheCapacityTokens: 1600,
      kvCacheUsedTokens: 800,
    });
  });

  test('of SGLang add up, while tensor-parallel ranks and pids of one repeat themselves', () => {
    const row = (name: string, dp: number, tp: number, value: number): string =>
      `sglang:${name}{dp_rank="${dp}",model_name="m",pid="${900 + tp}",tp_rank="${tp}"} ${value}\n`;
    const page =
      row('num_running_reqs', 1, 2, 4) +
      row('num_running_reqs', 0, 1, 3) +
      row('num_running_reqs', 0, 0, 3) +
      row('max_total_num_tokens', 0, 0, 1000) +
      row('max_total_num_tokens', 0, 1, 1000) +
      row('max_total_num_tokens', 1, 2, 1000) +
      row('token_usage', 0, 0, 0.1) +
      row('token_usage', 1, 2, 0.3);
    expect(statsOf('sglang', page)).toEqual({
      numRunningQueries: 7,
      kvCacheCapacityTokens: 2000,
      kvCacheUsedTokens: 400,
      kvCacheFreeTokens: 1600,
    });
  });
});

describe('rows of SGLang that are parts of a whole', () => {
  test('add up, whatever label tells them apart', () => {
    const row = (labels: string, value: number): string =>
      `sglang:num_running_reqs{model_name="m",${labels}} ${value}\n`;
    const page =
      row('engine_type="prefill",tp_rank="0"', 2) +
      row('engine_type="prefill",tp_rank="1"', 2) +
      row('engine_type="decode",moe_ep_rank="0",pp_rank="0"', 5) +
      row('engine_type="decode",moe_ep_rank="1",pp_rank="1"', 4);
    expect(statsOf('sglang', page)).toEqual({ numRunningQueries: 7 });
  });

  test('count once where rows by priority stand beside the row of all', () => {
    const row = (priority: string, value: number): string =>
      `sglang:num_queue_reqs{model_name="m"${priority}} ${value}\n`;
    const parts = row(',priority="0"', 4) + row(',priority="7"', 6);
    expect(statsOf('sglang', row(',priority=""', 10) + parts)).toEqual({ queueSize: 10 });
    expect(statsOf('sglang', row('', 10) + parts)).toEqual({ queueSize: 10 });
    expect(statsOf('sglang', parts)).toEqual({ queueSize: 10 });
  });
});

describe('queues of SGLang engines that only prefill or only decode', () => {
  const page = (...rows: readonly (readonly [name: string, value: number])[]): string =>
    rows.map(([name, value]) => `sglang:${name}{model_name="m"} ${value}\n`).join('');

  test('count as waiting, unless their prefill is done', () => {
    const queue = ['num_queue_reqs', 1] as const;
    const bootstrap = ['num_prefill_bootstrap_queue_reqs', 40] as const;
    expect(
      statsOf('sglang', page(queue, bootstrap, ['num_prefill_inflight_queue_reqs', 4])),
    ).toEqual({ queueSize: 41 });
    const decode = page(
      ['num_decode_prealloc_queue_reqs', 5],
      ['num_decode_transfer_queue_reqs', 6],
    );
    expect(statsOf('sglang', page(queue) + decode)).toEqual({ queueSize: 12 });
  });

  test('count under their older name, and once where both are there', () => {
    const older = page(['num_prefill_prealloc_queue_reqs', 3]);
    expect(statsOf('sglang', older)).toEqual({ queueSize: 3 });
    const both = older + page(['num_prefill_bootstrap_queue_reqs', 3]);
    expect(statsOf('sglang', both)).toEqual({ queueSize: 3 });
  });
});

describe('a page in the form of OpenMetrics', () => {
  test('keeps its samples with timestamps in seconds and with exemplars', () => {
    const page =
      '# TYPE vllm:num_requests_running gauge\n' +
      'vllm:num_requests_running{model_name="m"} 3.0 1790000000.123\n' +
      'vllm:num_requests_waiting{model_name="m"} 2.0 1.790000000123e9 # {trace_id="a # } b"} 1.0 1790000000.5\n' +
      'vllm:kv_cache_usage_perc{model_name="m"} 0.5 # {} 1\n' +
      'vllm:cache_config_info{block_size="16",num_gpu_blocks="10"} 1 -1\n' +
      '# EOF\n';
    expect(statsOf('vllm', page)).toMatchObject({
      numRunningQueries: 3,
      queueSize: 2,
      kvCacheUsedTokens: 80,
    });
  });

  test('is cut off where an exemplar has no end', () => {
    const page = 'vllm:num_requests_running 3 # {trace_id="a';
    expect(messageOf('vllm', page)).toContain('its last line is cut off');
  });
});

describe('a byte order mark in front of a page', () => {
  test('loses no line', () => {
    expect(statsOf('vllm', '\uFEFFvllm:num_requests_running 3\n')).toEqual({
      numRunningQueries: 3,
    });
    expect(statsOf('vllm', '\uFEFFnum_requests_running 3\n')).toEqual({ numRunningQueries: 3 });
  });
});

describe('a page without a sample that is used', () => {
  test('is no report, even where other series of the engine are there', () => {
    const page = '# TYPE vllm:num_requests_running gauge\nvllm:lora_requests_info 1\n';
    expect(messageOf('vllm', `${page}process_start_time_seconds 1\n`)).toContain(
      'expected a sample that is used of vLLM',
    );
    expect(messageOf('sglang', 'sglang:num_running_reqs{x="1"} NaN\n')).toContain(
      'expected a sample that is used of SGLang',
    );
  });
});

describe('odd values', () => {
  test('that are not numbers count as not said', () => {
    const page =
      'vllm:num_requests_running{model_name="m"} NaN\nvllm:num_requests_waiting{model_name="m"} 2\n' +
      'vllm:kv_cache_usage_perc{model_name="m"} -1\n' +
      'vllm:cache_config_info{block_size="None",num_gpu_blocks="None",user_specified_block_size="16"} 1\n';
    expect(statsOf('vllm', page)).toEqual({ queueSize: 2 });
  });

  test('never make more tokens used than there are', () => {
    const page =
      'vllm:kv_cache_usage_perc{model_name="m"} 1.5\n' +
      'vllm:cache_config_info{block_size="16",num_gpu_blocks="10"} 1\n';
    expect(statsOf('vllm', page)).toEqual({
      kvCacheCapacityTokens: 160,
      kvCacheUsedTokens: 160,
      kvCacheFreeTokens: 0,
    });
  });
});

describe('any page at all', () => {
  test('of 5 MB is read', () => {
    const filler = recordedPage('vllm-0.4.3-v0-cpu-full.prom').replaceAll('vllm:', 'vllm:x_');
    const page =
      filler.repeat(Math.ceil(5e6 / filler.length)) +
      'vllm:num_requests_running{model_name="m"} 9\n';
    expect(statsOf('vllm', page)).toEqual({ numRunningQueries: 9 });
  });

  test.each([20_260_101, Date.now() % 2 ** 31])('never throws (seed %i)', (seed) => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...['vllm:', 'sglang:', 'num_requests_running', 'prompt_tokens_total', '{', '}', '"', '='],
        ...['model_name', 'm', ',', ' ', '\n', '# TYPE ', '1', 'NaN', '\\', '__proto__'],
      ),
      fc.string({ maxLength: 5 }),
    );
    const page = fc.array(piece, { maxLength: 80 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(page, fc.constantFrom(...ENGINES), (text, engine) => {
        const reading = readEnginePage(engine, `vllm:\nsglang:\n${text}`, undefined, 0, {});
        if (E.isLeft(reading)) return reading.left.message !== '';
        return Object.values(reading.right.stats).every((value) => Number(value) >= 0);
      }),
      { seed, numRuns: effort(2000) },
    );
  });
});
