import { Argument, type Command } from 'commander';

/** Adds `homeward schema`: the JSON Schema of a file. */
export const addSchemaCommand = (program: Command): void => {
  program
    .command('schema')
    .description('print the JSON Schema of a file, for editors and other tools')
    .addArgument(new Argument('<name>', 'the file').choices(['fleet', 'models', 'routing']))
    .option('--json', 'it is JSON in any case')
    .addHelpText('after', EXAMPLE)
    .action(async (name: 'fleet' | 'models' | 'routing') => {
      const { fileSchema } = await import('../check/file-kinds.js');
      console.log(JSON.stringify(fileSchema(name), null, 2));
    });
};

const EXAMPLE = `
Example:
  homeward schema fleet > fleet.schema.json

The same files come with the package: node_modules/homeward/schemas/fleet.schema.json.
`;
