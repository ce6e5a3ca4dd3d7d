import type { Command } from 'commander';

/** Adds `homeward model parse`, `create` and `update`: how owners write models down. */
export const addModelCommand = (program: Command): void => {
  const model = program
    .command('model')
    .description('read model forms, and keep the model file of a gateway')
    .addHelpText('after', EXAMPLE);
  addParseCommand(model);
  addWriteCommand(model, 'create');
  addWriteCommand(model, 'update');
};

const addParseCommand = (model: Command): void => {
  model
    .command('parse')
    .description('read model forms, format only, and print them as one JSON form')
    .argument('[text...]', 'inline forms')
    .option('--create', 'the texts create models')
    .option('--update', 'the texts update models')
    .option('--json <file>', 'read a JSON form instead; "-" for standard input')
    .addHelpText('after', PARSE_EXAMPLE)
    .action(async (texts: readonly string[], options: ParseOptions, command: Command) => {
      const { create = false, update = false, json } = options;
      const kind = create === update ? undefined : create ? 'create' : 'update';
      if ((kind === undefined) === (json === undefined)) {
        command.error("error: give exactly one of '--create', '--update' and '--json <file>'");
      }
      checkForms(texts, json, command);
      const { parseForms } = await import('./parse-forms.js');
      await parseForms(kind === undefined ? { file: json! } : { kind, texts });
    });
};

const addWriteCommand = (model: Command, kind: 'create' | 'update'): void => {
  model
    .command(kind)
    .description(`${kind} models in the model file of a gateway; all of them or none`)
    .argument('[text...]', 'inline forms')
    .requiredOption('--models <file>', 'the model file; other entries are kept as they are')
    .option('--json <file>', 'read a JSON form instead of texts; "-" for standard input')
    .option('--routing-key <key>', 'routing key of the models; absent, they have none')
    .addHelpText('after', WRITE_EXAMPLES[kind])
    .action(async (texts: readonly string[], options: WriteOptions, command: Command) => {
      const { models, json, routingKey } = options;
      if (models === '-') command.error("error: '--models' takes a file, not '-'");
      checkForms(texts, json, command);
      const { writeModels } = await import('./write-models.js');
      const source = json === undefined ? { kind, texts } : { file: json };
      await writeModels({ kind, source, modelFile: models, routingKey });
    });
};

type ParseOptions = Readonly<{ create?: boolean; update?: boolean; json?: string }>;
type WriteOptions = Readonly<{ models: string; json?: string; routingKey?: string }>;

/** Forms come as texts or as a file. */
const checkForms = (texts: readonly string[], json: string | undefined, command: Command): void => {
  if (json === undefined && texts.length === 0) {
    command.error("error: missing argument 'text'");
  }
  if (json !== undefined && texts.length > 0) {
    command.error("error: give inline forms or '--json <file>', not both");
  }
};

const EXAMPLE = `
Example:
  homeward model create --models models.json 'name=m,uris=/v1/chat/completions,routingMethod=pulsar'
  homeward model update --models models.json 'name=m,routingMethod=pulsar;seed=a'
`;

const PARSE_EXAMPLE = `
Example:
  homeward model parse --create 'name=m,uris=/v1/chat/completions|/v1/embeddings'
  homeward model parse --update 'name=m,routingMethod=pulsar;seed=a'
  homeward model parse --json form.json
`;

const WRITE_EXAMPLES = {
  create: `
Example:
  homeward model create --models models.json --routing-key tenant-a \\
    'name=m,uris=/v1/chat/completions,routingMethod=pulsar;seed=a'
`,
  update: `
Example:
  homeward model update --models models.json 'name=m,routingMethod=pulsar;seed=b'
`,
} as const;
