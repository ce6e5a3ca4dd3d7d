import type { Command } from 'commander';

/** Adds `homeward demo`. */
export const addDemoCommand = (program: Command): void => {
  program
    .command('demo')
    .description('show how a session loses its KV cache, and how it keeps it')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLE)
    .action(async ({ json = false }: { json?: boolean }) => {
      const { playDemo } = await import('./demo/play-demo.js');
      await playDemo({ json });
    });
};

const EXAMPLE = `
Example:
  homeward demo

Exit status 0 only if the story came out as told.
`;
