import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createProgram } from '../../src/adapters/cli/program.js';
import { openCli, type Cli } from '../support/open-cli.js';

const docs = readFileSync(new URL('../../docs/command-line.md', import.meta.url), 'utf8');

/** The JSON blocks of the document, in order. */
const blocks = Array.from(docs.matchAll(/```json\n([^]*?)```/g), ([, block]) => block!.trim());

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

  test('lists every command', () => {
    for (const command of createProgram().commands) {
      expect(docs).toContain(`homeward ${command.name()}`);
      for (const part of command.commands) {
        expect(docs).toContain(`homeward ${command.name()} ${part.name()}`);
      }
    }
  });
});
