import { Option, type Command } from 'commander';

/** Adds `homeward timeline`: what a request would see while it waits. */
export const addTimelineCommand = (program: Command): void => {
  program
    .command('timeline')
    .description('show what a waiting request would see, moment by moment')
    .argument('<file>', 'one JSON case; "-" for standard input')
    .option('--json', 'print JSON')
    .addOption(new Option('--svg', 'print a picture: a lane per cluster').conflicts('json'))
    .addHelpText('after', EXAMPLE)
    .action(async (file: string, { json, svg }: { json?: boolean; svg?: boolean }) => {
      const { printTimelineOf } = await import('./timeline-file.js');
      await printTimelineOf(file, svg ? 'svg' : json ? 'json' : 'text');
    });
};

const EXAMPLE = `
Example:
  homeward timeline case.json
  sed -n 3p cases.jsonl | homeward timeline - --json
  homeward timeline case.json --svg > timeline.svg

The elapsed time of the case is not looked at: the timeline starts at arrival.
`;
