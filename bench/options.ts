import { parseArgs } from 'node:util';
import type { MemoryLoad } from './groups/memory.js';
import type { Effort } from './measure.js';

export type Options = Readonly<{
  quick: boolean;
  /** Runs the rows whose group, name or cluster count it matches. */
  only: RegExp;
  effort: Effort;
  /** Distinct affinity keys of the rows with remembered keys. */
  keyCount: number;
  memoryLoad: MemoryLoad;
}>;

export const USAGE = `Usage: npm run bench -- [--quick] [--only PATTERN]

  --quick         a rough look in half a minute: fewer keys, fewer rounds
  --only PATTERN  only rows that match a regular expression, such as "warm|cold key"`;

const FULL = {
  effort: { warmUpMs: 60, rowMs: 300, leastRounds: 10 },
  keyCount: 4000,
  memoryLoad: {
    policyCount: 1024,
    keyCounts: [10_000, 1_000_000],
    expressionCounts: [10_000, 100_000],
  },
} as const;

const QUICK = {
  effort: { warmUpMs: 8, rowMs: 20, leastRounds: 3 },
  keyCount: 250,
  memoryLoad: {
    policyCount: 64,
    keyCounts: [10_000, 50_000],
    expressionCounts: [5_000, 10_000],
  },
} as const;

/**
 * Reads the command line; throws an error for people when it cannot. Undefined when it asks for
 * help.
 */
export const parseOptions = (args: readonly string[]): Options | undefined => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  return {
    quick: values.quick,
    only: new RegExp(values.only, 'i'),
    ...(values.quick ? QUICK : FULL),
  };
};
