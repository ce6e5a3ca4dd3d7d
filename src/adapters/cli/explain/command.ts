import type { Command } from 'commander';

/** Adds `homeward explain`: why one case is decided as it is. */
export const addExplainCommand = (program: Command): void => {
  program
    .command('explain')
    .description('explain one case: every cluster, and the rule that kept it out')
    .argument('<file>', 'one JSON case; "-" for standard input')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLE)
    .action(async (file: string, { json = false }: { json?: boolean }) => {
      const { explainFile } = await import('./explain-file.js');
      await explainFile(file, { json });
    });
};

const EXAMPLE = `
Example:
  homeward explain case.json
  sed -n 3p cases.jsonl | homeward explain -
`;
