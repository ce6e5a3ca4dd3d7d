import type { Command } from 'commander';

/** Adds `homeward expression check`. */
export const addExpressionCommand = (program: Command): void => {
  program
    .command('expression')
    .description('check a routing expression')
    .addHelpText('after', EXAMPLE)
    .command('check')
    .description('check the format of an expression; with a model, also what it means there')
    .argument('<text>', 'the expression')
    .option('--config <file>', 'lb-config to resolve it with; needs --model')
    .option('--model <id>', 'model to resolve it for; without --config, by the defaults')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLE)
    .action(async (text: string, options: Options, command: Command) => {
      const { config, model, json = false } = options;
      if (config !== undefined && model === undefined) {
        command.error("error: option '--config <file>' needs '--model <id>'");
      }
      const { checkExpression } = await import('./check-expression.js');
      await checkExpression(text, { config, model, json });
    });
};

type Options = Readonly<{ config?: string; model?: string; json?: boolean }>;

const EXAMPLE = `
Example:
  homeward expression check 'pulsar;seed=a;n=3'
  homeward expression check 'pulsar;seed=a' --config lb-config.json --model model-a

Exit status 0 when the expression is accepted, 1 when it is refused.
`;
