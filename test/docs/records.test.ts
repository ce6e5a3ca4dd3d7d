import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFileRecorder } from '../../src/adapters/router/index.js';
import { createEngine } from '../../src/adapters/runtime/index.js';
import { openCli, type Cli } from '../support/open-cli.js';

const docs = readFileSync(new URL('../../docs/decision-records.md', import.meta.url), 'utf8');

const blockOf = (language: string): string =>
  new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(docs)![1]!;

let cli: Cli;

beforeAll(() => {
  cli = openCli();
  writeFileSync(join(cli.folder, 'records.jsonl'), blockOf('json'));
});

afterAll(() => {
  cli.remove();
});

describe('docs/decision-records.md', () => {
  test('shows records that replay', async () => {
    expect(await cli.run(['replay', 'records.jsonl'])).toMatchObject({
      status: 0,
      stdout: '2 records: 2 equal, 0 different, 0 bad\n',
    });
  });

  test('tells how a service writes some, which replay', async () => {
    const recorder = createFileRecorder({ path: join(cli.folder, 'own.jsonl') });
    const engine = createEngine({ record: recorder.record });
    engine.publish({ model_id: 'm', clusters: [{ cluster_id: 'A', rtt_ms: 5 }] });
    const request = { target: { modelId: 'm' }, requestId: 'r1', inputTokens: 9 };
    engine.decide(request, { elapsedMs: 0 });
    engine.decide({ ...request, routingMethod: 'pulsar;seed=a' }, { elapsedMs: 1 });
    await recorder.close();
    expect(await cli.run(['replay', 'own.jsonl'])).toMatchObject({
      status: 0,
      stdout: '2 records: 2 equal, 0 different, 0 bad\n',
    });
  });

  test('describes every member of them', () => {
    const lines = blockOf('json').trim().split('\n');
    const members = new Set(lines.flatMap((line) => Object.keys(JSON.parse(line) as object)));
    const described = [...docs.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name!);
    expect(described.sort()).toEqual([...members, 'cursor'].sort());
  });

  test('shows what a difference looks like', async () => {
    const report = blockOf('text');
    const recorded = /recorded (.*)/.exec(report)![1]!;
    const changed = blockOf('json').replace(
      /(?<="at_ms":1764547200300,"decision":)\{.*?\}/,
      recorded,
    );
    const { status, stdout } = await cli.run(['replay', '-'], changed);
    expect(stdout).toBe(report);
    expect(status).toBe(1);
  });
});
