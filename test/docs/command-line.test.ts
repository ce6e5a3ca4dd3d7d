import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProgram } from '../../src/adapters/cli/program.js';
import { parseFleetDocument } from '../../src/adapters/fleet/document/fleet-document.js';
import { root } from '../package/packed-folder.js';
import { openCli, type Cli } from '../support/open-cli.js';
import { blocksOf, readPage } from './pages.js';

const PAGE = 'docs/command-line.md';
const docs = readPage(PAGE);
const blocks = blocksOf(PAGE, 'json');

let cli: Cli;

beforeAll(() => {
  cli = openCli();
});

afterAll(() => {
  cli.remove();
});

describe('docs/command-line.md', () => {
  test('its case gives the result it shows', async () => {
    const [given, result] = blocks;
    const { stdout } = await cli.run(['decide'], JSON.stringify(JSON.parse(given!)));
    expect(stdout).toBe(`${result!}\n`);
  });

  test('its bad line gives the error it shows', async () => {
    const [given, , error] = blocks;
    const bad = { ...(JSON.parse(given!) as object), config: { algorithm: 'pulsar', n: 3 } };
    const { stdout } = await cli.run(['decide'], JSON.stringify(bad));
    expect(stdout).toBe(`${error!}\n`);
  });

  test('its table of clusters is the one of the example', async () => {
    const [given] = readFileSync(join(root, 'examples/cases.jsonl'), 'utf8').split('\n');
    const { stdout } = await cli.run(['explain', '-'], given);
    expect(stdout).toContain(`\n${blocksOf(PAGE, 'text')[0]!}\n`);
  });

  test('its findings are those of files that hold them', async () => {
    const files = {
      'models.json': `{\n  "models": [\n    { "model": "model-a",\n      "routingMethod": "pulsr" }\n  ]\n}`,
      'lb-config.json': `{\n  "models": {\n    "model-a":\n      "pulsar",\n\n      "model-b": "pulsar"\n  }\n}`,
      'clusters.json': `{"targets": [{"model_id": "model-a", "clusters": []}]}`,
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(cli.folder, name), text);
    const { stdout } = await cli.run(['check', ...Object.keys(files)]);
    const findings = stdout.split('\n').filter((line) => /^(error|warning): /.test(line));
    expect(findings.join('\n')).toBe(blocksOf(PAGE, 'text')[1]!);
  });

  test('its file with a schema is a fleet', () => {
    const fleet = parseFleetDocument(JSON.parse(blocksOf(PAGE, 'text')[2]!));
    expect(E.isRight(fleet)).toBe(true);
  });

  test('lists every command', () => {
    for (const command of createProgram().commands) {
      expect(docs).toContain(`homeward ${command.name()}`);
      for (const part of command.commands) {
        expect(docs).toContain(`homeward ${command.name()} ${part.name()}`);
      }
    }
  });
});
