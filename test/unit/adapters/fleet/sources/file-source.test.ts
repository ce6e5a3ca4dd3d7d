import { mkdir, mkdtemp, rename, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { afterEach, beforeEach, expect, test } from 'vitest';
import writeFileAtomic from 'write-file-atomic';
import type { FleetDocument } from '../../../../../src/adapters/fleet/document/fleet-document.js';
import {
  createFileSource,
  type FileSourceOptions,
} from '../../../../../src/adapters/fleet/sources/file-source.js';
import type { DocumentSource } from '../../../../../src/adapters/fleet/sources/document-source.js';
import { fault } from '../../../../../src/core/codec/fault.js';
import { createFleet } from '../../../../../src/adapters/fleet/fleet.js';
import { createInMemoryTelemetry } from '../../../../../src/adapters/telemetry/in-memory.js';
import { createManualClock } from '../../../../support/manual-clock.js';
import { until } from '../../../../support/until.js';
import { createHeard, listenTo, type Heard } from './listen.js';

let folder: string;
let path: string;
const started: DocumentSource[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fleet-'));
  path = join(folder, 'fleet.json');
});

afterEach(async () => {
  await Promise.all(started.splice(0).map((source) => source.close()));
  await rm(folder, { recursive: true, force: true });
});

/** A watched file; rereading would hide what the watcher misses, so there is none for an hour. */
const watch = async (options: Partial<FileSourceOptions> = {}): Promise<Heard<FleetDocument>> => {
  const source = createFileSource({ path, rereadMs: 3_600_000, settleMs: 60, ...options });
  started.push(source);
  return listenTo(source);
};

const textFor = (...models: readonly string[]): string =>
  JSON.stringify({ targets: models.map((model_id) => ({ model_id, clusters: [] })) });

const latestOf = ({ values }: Heard<FleetDocument>): string =>
  values
    .at(-1)
    ?.targets.map(({ target }) => target.modelId)
    .join(' ') ?? 'none';

const untilLatest = (heard: Heard<FleetDocument>, models: string): Promise<void> =>
  until(`the file has ${models}`, () => latestOf(heard) === models);

test('a file is read at the start and whenever it is written', async () => {
  await writeFile(path, textFor('a'));
  const heard = await watch();
  expect(latestOf(heard)).toBe('a');
  for (const models of ['b', 'c', 'd']) {
    await writeFile(path, textFor(models));
    await untilLatest(heard, models);
  }
});

test('a file that is replaced by renaming is read', async () => {
  await writeFile(path, textFor('a'));
  const heard = await watch();
  for (const models of ['b', 'c']) {
    await writeFileAtomic(path, textFor(models));
    await untilLatest(heard, models);
  }
  expect(heard.refused).toEqual([]);
});

test('a file that is deleted is refused, and its next version is read', async () => {
  await writeFile(path, textFor('a'));
  const heard = await watch();
  for (const models of ['b', 'c']) {
    const refusedBefore = heard.refused.length;
    await unlink(path);
    await until('the loss is told', () => heard.refused.length > refusedBefore);
    expect(heard.refused.at(-1)).toMatch(/^cannot read .*: there is no such file$/);
    await writeFile(path, textFor(models));
    await untilLatest(heard, models);
  }
});

test('a file that is not there yet is refused, and read when it appears', async () => {
  const heard = await watch();
  expect(heard).toMatchObject({
    values: [],
    refused: [expect.stringMatching(/^cannot read .*: there is no such file$/)],
  });
  await writeFile(path, textFor('a'));
  await untilLatest(heard, 'a');
});

test('a link that is switched to another folder, as for a mounted ConfigMap, is read', async () => {
  const publish = async (version: string): Promise<void> => {
    await mkdir(join(folder, version));
    await writeFile(join(folder, version, 'fleet.json'), textFor(version));
    await symlink(version, join(folder, '..data_tmp'));
    await rename(join(folder, '..data_tmp'), join(folder, '..data'));
  };
  await publish('v1');
  await symlink(join('..data', 'fleet.json'), path);
  const heard = await watch();
  expect(latestOf(heard)).toBe('v1');
  for (const version of ['v2', 'v3']) {
    await publish(version);
    await untilLatest(heard, version);
  }
});

test('a bad new version is refused whole, and the next good one is read', async () => {
  await writeFile(path, textFor('a'));
  const heard = await watch();
  await writeFile(path, '{"targets":[{"model_id":"b","clusters":[]},{"model_id":7,"clusters":0}]}');
  await until('it is refused', () => heard.refused.length > 0);
  expect(heard.refused).toEqual([
    'line 1, column 45: targets[1].model_id: expected a string, given 7',
    'line 1, column 58: targets[1].clusters: expected an array of clusters, given 0',
  ]);
  expect(latestOf(heard)).toBe('a');
  await writeFile(path, textFor('c'));
  await untilLatest(heard, 'c');
});

test('a file that is still being written is refused until it is whole', async () => {
  await writeFile(path, textFor('a'));
  const heard = await watch();
  const text = textFor('b', 'c');
  await writeFile(path, text.slice(0, 30));
  await until('the first half is refused', () => heard.refused.length > 0);
  expect(heard.refused[0]).toMatch(/^line 1, column \d+: expected /);
  expect(latestOf(heard)).toBe('a');
  await writeFile(path, text.slice(30), { flag: 'a' });
  await untilLatest(heard, 'b c');
});

test('the same version delivers the same document', async () => {
  await writeFile(path, textFor('a'));
  const heard = await watch({ rereadMs: 10 });
  await until('it was read often', () => heard.values.length > 5);
  expect(new Set(heard.values).size).toBe(1);
});

test('a file that is too large, and what is no file, are refused', async () => {
  await writeFile(path, textFor('a'));
  expect((await watch({ maxBytes: 10 })).refused[0]).toMatch(
    /^cannot read .*: it has \d+ bytes, more than 10$/,
  );
  expect((await watch({ path: folder })).refused[0]).toMatch(/^cannot read .*: it is no file$/);
});

test('without chokidar the package is named, and changes are seen by rereading', async () => {
  await writeFile(path, textFor('a'));
  const missing = 'chokidar: expected the optional package chokidar (npm install chokidar)';
  const heard = await watch({
    rereadMs: 20,
    watch: async () =>
      E.left({ code: 'missing', path: 'chokidar', expected: '', given: '', message: missing }),
  });
  await writeFile(path, textFor('b'));
  await untilLatest(heard, 'b');
  expect(heard.refused).toEqual([]);
});

test('a fleet refuses no document because its file is not watched', async () => {
  await writeFile(path, textFor('a'));
  const missing = fault({ code: 'missing', path: 'chokidar', expected: 'it', given: undefined });
  const telemetry = createInMemoryTelemetry();
  const source = createFileSource({ path, watch: async () => E.left(missing) });
  const fleet = createFleet({ sources: [source], telemetry });
  const ignore = (): void => undefined;
  await fleet.start({ onSnapshot: ignore, onTargetGone: ignore, onBackendReported: ignore });
  await until('it is told', () => telemetry.lines('file_unwatched').length === 1);
  expect(telemetry.lines('file_unwatched')[0]!.fields).toEqual({
    source: `file ${path}`,
    message: `changes may be seen up to 5 s late: ${missing.message}`,
  });
  expect(telemetry.lines('snapshot_rejected')).toEqual([]);
  expect(fleet.refusedSources()).toEqual([]);
  await fleet.close();
});

test('nothing goes on after the end', async () => {
  await writeFile(path, textFor('a'));
  const clock = createManualClock();
  const source = createFileSource({ path, clock });
  const { heard, listener } = createHeard<FleetDocument>();
  const isStarted = source.start(listener);
  await clock.advance(0);
  await isStarted;
  expect(latestOf(heard)).toBe('a');
  await source.close();
  expect(clock.pendingCount()).toBe(0);
});
