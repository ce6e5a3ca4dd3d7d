import type { Command } from 'commander';

/** Adds `homeward timeline`: what a request would see while it waits. */
export const addTimelineCommand = (program: Command): void => {
  program
    .command('timeline')
    .description('show what a waiting request would see, moment by moment')
    .argument('<file>', 'one JSON case; "-" for standard input')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLE)
    .action(async (file: string, { json = false }: { json?: boolean }) => {
      const { printTimelineOf } = await import('./timeline-file.js');
      await printTimelineOf(file, { json });
    });
};

const EXAMPLE = `
Example:
  homeward timeline case.json
  sed -n 3p cases.jsonl | homeward timeline - --json

The elapsed time of the case is not looked at: the timeline starts at arrival.
`;
