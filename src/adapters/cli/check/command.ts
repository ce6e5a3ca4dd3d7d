import type { Command } from 'commander';

/** Adds `homeward check`: the files of an installation, each and together. */
export const addCheckCommand = (program: Command): void => {
  program
    .command('check')
    .description('check fleet, model and routing files, each and all together')
    .argument('<file...>', 'the files; "-" for standard input')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLE)
    .action(async (files: readonly string[], { json = false }: { json?: boolean }) => {
      const { checkFiles } = await import('./check-files.js');
      await checkFiles(files, { json });
    });
};

const EXAMPLE = `
Example:
  homeward check clusters.json models.json lb-config.json

Exit status 0 when all load, with or without warnings, and 1 when one does not.
`;
