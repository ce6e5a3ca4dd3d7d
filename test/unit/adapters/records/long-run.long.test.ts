import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDecisionRecorder, RecordFile } from '../../../../src/adapters/records/index.js';
import { openCli, type Cli } from '../../../support/open-cli.js';
import { LongRun } from './support/long-run.js';
import { readRecords, type RecordLine } from './support/record-lines.js';

const REQUEST_COUNT = 10_000;

let cli: Cli;
let path: string;
let records: readonly RecordLine[];
let decisions: string;

beforeAll(async () => {
  cli = openCli();
  path = join(cli.folder, 'records.jsonl');
  const recorder = createDecisionRecorder({ file: new RecordFile(path) });
  const run = new LongRun(recorder.record);
  for (let done = 0; done < REQUEST_COUNT; done += 500) {
    run.run(500);
    await recorder.flush();
  }
  expect(recorder.counts()).toMatchObject({ lost: 0, waiting: 0 });
  await recorder.close();
  ({ records, decisions } = readRecords(path));
  expect(recorder.counts().written).toBe(records.length);
});

afterAll(() => {
  cli.remove();
});

const countOf = (isCounted: (record: RecordLine) => boolean): number =>
  records.filter(isCounted).length;

describe('the records of 10,000 requests', () => {
  test('hold every decision of each, and everything that can happen to one', () => {
    const ids = new Set(records.map(({ request }) => request.request_id));
    expect(ids.size).toBe(REQUEST_COUNT);
    expect(records.map(({ line }) => line)).toEqual(records.map((_, i) => i + 1));
    for (const kind of ['selected', 'wait', 'unavailable', 'rejected']) {
      expect(countOf(({ decision }) => decision.kind === kind)).toBeGreaterThan(100);
    }
    expect(countOf(({ decision }) => decision.promoted === true)).toBeGreaterThan(500);
    expect(countOf(({ request }) => request.session_state === 'stale')).toBeGreaterThan(10);
    expect(countOf(({ request }) => request.excluded_cluster_ids?.length === 2)).toBeGreaterThan(
      50,
    );
    expect(new Set(records.map(({ config }) => config.algorithm)).size).toBe(6);
    expect(new Set(records.map(({ config }) => JSON.stringify(config))).size).toBeGreaterThan(9);
    const targets = records.flatMap(({ snapshot }) =>
      snapshot ? [`${snapshot.routing_key ?? ''}/${snapshot.model_id}`] : [],
    );
    expect(new Set(targets).size).toBe(5);
  });

  test('carry a snapshot once and refer to it from then on', () => {
    expect(countOf(({ snapshot_ref }) => snapshot_ref !== undefined)).toBeGreaterThan(1000);
    for (const { line, snapshot, snapshot_ref } of records) {
      expect((snapshot === undefined) !== (snapshot_ref === undefined)).toBe(true);
      if (snapshot_ref === undefined) continue;
      expect(snapshot_ref).toBeLessThan(line);
      expect(records[snapshot_ref - 1]!.snapshot).toBeDefined();
    }
  });

  test('replay exactly in another process', async () => {
    const { status, stdout, stderr } = await cli.run(['replay', path]);
    const count = String(records.length);
    expect(stderr).toBe('');
    expect(stdout).toBe(`${count} records: ${count} equal, 0 different, 0 bad\n`);
    expect(status).toBe(0);
  });

  test('are what homeward decide prints for them, byte for byte', async () => {
    const { status, stdout } = await cli.run(['decide', path]);
    expect(stdout).toBe(decisions);
    expect(status).toBe(0);
  });

  test('tell a decision that came out otherwise', async () => {
    const lines = readFileSync(path, 'utf8').split('\n');
    const at = records.findIndex(({ decision }) => decision.kind === 'selected');
    lines[at] = lines[at]!.replace('"rank_depth":', '"rank_depth":1');
    writeFileSync(join(cli.folder, 'changed.jsonl'), lines.join('\n'));
    const { status, stdout } = await cli.run(['replay', 'changed.jsonl', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      records: records.length,
      equal: records.length - 1,
      different: 1,
      bad: 0,
      findings: [{ line: at + 1, kind: 'different', decided: records[at]!.decision }],
    });
    expect(status).toBe(1);
  });
});
