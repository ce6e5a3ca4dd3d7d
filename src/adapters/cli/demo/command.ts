import type { Command } from 'commander';

/** Adds `homeward demo`. */
export const addDemoCommand = (program: Command): void => {
  program
    .command('demo')
    .description('show how a session loses its KV cache, and how it keeps it')
    .option('--in-process', 'play it without servers, in virtual time')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLE)
    .action(async ({ json = false, inProcess = false }: Flags) => {
      const { playDemo } = await import('./play-demo.js');
      await playDemo({ json, inProcess });
    });
};

type Flags = Readonly<{ json?: boolean; inProcess?: boolean }>;

const EXAMPLE = `
Example:
  homeward demo

It starts two mock engines, a router and a gateway on the loopback, and ends them again.
Exit status 0 only if the story came out as told.
`;
