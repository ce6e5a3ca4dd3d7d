import type { Command } from 'commander';

/** Adds `homeward config check` and `homeward config fields`. */
export const addConfigCommand = (program: Command): void => {
  const config = program
    .command('config')
    .description('check an lb-config, or list the fields it takes')
    .addHelpText('after', EXAMPLE);
  addCheckCommand(config);
  addFieldsCommand(config);
};

const addCheckCommand = (config: Command): void => {
  config
    .command('check')
    .description('list every error and warning of an lb-config, with its JSON path')
    .argument('<file>', 'the lb-config; "-" for standard input')
    .option('--json', 'print JSON')
    .addHelpText('after', CHECK_EXAMPLE)
    .action(async (file: string, { json = false }: { json?: boolean }) => {
      const { checkConfigFile } = await import('./check-config-file.js');
      await checkConfigFile(file, { json });
    });
};

const addFieldsCommand = (config: Command): void => {
  config
    .command('fields')
    .description('list every field: name, type, default, algorithms that accept it')
    .option('--json', 'print JSON')
    .addHelpText('after', FIELDS_EXAMPLE)
    .action(async ({ json = false }: { json?: boolean }) => {
      const { printFields } = await import('./print-fields.js');
      printFields({ json });
    });
};

const EXAMPLE = `
Example:
  homeward config check lb-config.json
  homeward config fields
`;

const CHECK_EXAMPLE = `
Example:
  homeward config check lb-config.json

Exit status 0 when it loads, with or without warnings, and 1 when it does not.
`;

const FIELDS_EXAMPLE = `
Example:
  homeward config fields --json
`;
