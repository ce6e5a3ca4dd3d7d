import { InvalidArgumentError, type Command } from 'commander';

type Options = Readonly<{
  json?: boolean;
  case?: number;
  request?: string;
  config?: string;
  out?: string;
}>;

/** Adds `homeward replay`: decides recorded decisions again and compares. */
export const addReplayCommand = (program: Command): void => {
  program
    .command('replay')
    .description('decide recorded decisions again, and compare with what was recorded')
    .argument('<file>', 'a file of decision records; "-" for standard input')
    .option('--json', 'print JSON')
    .option('--case <line>', 'only print the record of that line as a case of its own', lineNumber)
    .option('--request <id>', 'only print the records of that request, each as a case of its own')
    .option('--config <file>', 'tell what this lb-config would have decided instead')
    .option('--out <file>', 'with --config: write an HTML page with pictures there')
    .addHelpText('after', EXAMPLE)
    .action(async (file: string, options: Options, command: Command) => {
      const { json = false, case: number, request, config, out } = options;
      if (number !== undefined && request !== undefined) {
        command.error("error: give '--case <line>' or '--request <id>', not both");
      }
      if (config !== undefined && (number !== undefined || request !== undefined)) {
        command.error("error: '--config <file>' compares all records: give it alone");
      }
      if (out !== undefined && config === undefined) {
        command.error("error: '--out <file>' needs '--config <file>'");
      }
      if (config !== undefined) {
        const { compareRecords } = await import('./compare-records.js');
        await compareRecords(file, { config, json, ...(out !== undefined && { out }) });
      } else if (request !== undefined) {
        const { printRequest } = await import('./print-case.js');
        await printRequest(file, request);
      } else if (number === undefined) {
        const { replayLines } = await import('./replay-lines.js');
        await replayLines(file, { json });
      } else {
        const { printCaseOf } = await import('./print-case.js');
        await printCaseOf(file, number);
      }
    });
};

const lineNumber = (text: string): number => {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (number > 0) return number;
  throw new InvalidArgumentError('Expected the number of a line, from 1.');
};

const EXAMPLE = `
Example:
  homeward replay records.jsonl
  homeward replay records.jsonl --case 17 | homeward explain -
  homeward replay records.jsonl --request req-1 | tail -n 1 | homeward explain -
  homeward replay records.jsonl --config new-lb-config.json --out difference.html

Exit status: 0 every decision came out as recorded, 1 some did not or could not be read, 2 misuse;
with --config: 0 every record could be read.
`;
