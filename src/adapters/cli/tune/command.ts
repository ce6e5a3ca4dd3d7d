import { InvalidArgumentError, Option, type Command } from 'commander';
import { countFrom } from '../simulate/command.js';
import type { TuneFlags } from './tune-flags.js';

/** Adds `homeward tune`: which settings serve best, by simulation. */
export const addTuneCommand = (program: Command): void => {
  program
    .command('tune')
    .description('sweep the settings of a policy by simulation, and print the best')
    .argument('<requests>', 'decision records, a trace, or a scenario')
    .requiredOption('--config <file>', 'the lb-config to start from')
    .option('--model <id>', 'the model whose policy is tuned; default: the first')
    .option('--scenario <file>', 'clusters, routers and gateways, where the requests are a trace')
    .option('--x <list>', 'values of cache_affinity_wait_ms', numbers)
    .option('--s <list>', 'values of cache_affinity_input_tokens_scale', numbers)
    .option('--k <list>', 'values of cache_affinity_backend_selection_count', numbers)
    .option('--n <list>', 'values of n', numbers)
    .option('--max-queued <list>', 'values of max_queued', numbers)
    .option('--fallback-max-queued <list>', 'values of fallback_max_queued', numbers)
    .option('--widen <list>', 'values of band_widen_interval_ms (S)', numbers)
    .addOption(
      new Option('--sessions <key>', 'how sessions are known')
        .choices(['named', 'opening'])
        .default('named'),
    )
    .option('--decode <rate>', 'of records: tokens/s that an engine decodes', positive, 50)
    .option('--kv-tokens <count>', 'of records: tokens that a KV cache holds', positive, 200_000)
    .option('--answer-tokens <count>', 'of records: length of an answer', positive, 200)
    .option('--seeds <count>', 'runs of every combination', countFrom(1), 1)
    .option('--threads <count>', 'runs at a time; default: one per core', countFrom(1))
    .option('--all', 'print every combination, not only the frontier')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLE)
    .action(async (requests: string, flags: TuneFlags) => {
      const { tunePolicy } = await import('./tune-policy.js');
      await tunePolicy(requests, flags);
    });
};

const numbers = (text: string): readonly number[] => {
  const values = text.split(',').map((part) => (/^\d+(\.\d+)?$/.test(part) ? Number(part) : NaN));
  if (values.some(Number.isNaN))
    throw new InvalidArgumentError('Expected numbers, as in 0,100,300.');
  return values;
};

const positive = (text: string): number => {
  const [value = 0, ...more] = numbers(text);
  if (value > 0 && more.length === 0) return value;
  throw new InvalidArgumentError('Expected one number above 0.');
};

const EXAMPLE = `
Example:
  homeward tune saturated-rank-one --config lb-config.json --x 0,300 --max-queued 0,2,6
  homeward tune records.jsonl --config lb-config.json

Without lists it tries X, s, k, n, max_queued and S on a grid that suits the slots of the clusters.
Unless --fallback-max-queued lists values, fallback_max_queued is raised to max_queued where it is less.
The frontier: settings that no other beats in both KV reuse and TTFT p99, fastest first, each with
the command that gives it again. The same seeds give the same bytes, whatever the threads.
`;
