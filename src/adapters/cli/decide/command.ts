import type { Command } from 'commander';

/** Adds `homeward decide`: cases in, decisions out, line by line. */
export const addDecideCommand = (program: Command): void => {
  program
    .command('decide')
    .description('decide cases: one JSON case per line in, one JSON decision per line out')
    .argument('[file]', 'the cases; "-" or nothing for standard input', '-')
    .option('--json', 'results are JSON in any case')
    .addHelpText('after', EXAMPLE)
    .action(async (file: string) => {
      const { decideLines } = await import('./decide-lines.js');
      await decideLines(file);
    });
};

const EXAMPLE = `
Example:
  homeward decide cases.jsonl > decisions.jsonl
  tail -f cases.jsonl | homeward decide

A line that cannot be decided gives {"error":{"code","message","path"}} in its place, and
exit status 1 at the end.
`;
