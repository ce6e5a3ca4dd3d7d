import { appendFileSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { truncateSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RecordFile } from '../../../../src/adapters/records/index.js';

let folder: string;
let path: string;
let file: RecordFile;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'homeward-records-'));
  path = join(folder, 'records.jsonl');
  file = new RecordFile(path);
});

afterEach(async () => {
  await file.close();
  rmSync(folder, { recursive: true });
});

const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8');

describe('a file of records', () => {
  test('is made where there is none, for its owner only', async () => {
    expect(await file.sync()).toBe(true);
    expect(file.nextNumber).toBe(1);
    await file.append('a\nb\n');
    expect(file.nextNumber).toBe(3);
    expect(await file.sync()).toBe(false);
    expect(textOf('records.jsonl')).toBe('a\nb\n');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test('goes on after the lines it has', async () => {
    writeFileSync(path, 'x\n'.repeat(300_000));
    await file.sync();
    expect(file.nextNumber).toBe(300_001);
    await file.append('y\n');
    expect(textOf('records.jsonl').endsWith('x\ny\n')).toBe(true);
  });

  test('makes what a crash left of a line a line of its own', async () => {
    writeFileSync(path, 'a\n{"li');
    await file.sync();
    expect(file.nextNumber).toBe(3);
    await file.append('b\n');
    expect(file.nextNumber).toBe(4);
    expect(textOf('records.jsonl')).toBe('a\n{"li\nb\n');
  });

  test('starts over in a new file after it was renamed', async () => {
    await file.sync();
    await file.append('a\n');
    renameSync(path, `${path}.1`);
    await file.append('b\n');
    expect(await file.sync()).toBe(true);
    expect(file.nextNumber).toBe(1);
    await file.append('c\n');
    expect(textOf('records.jsonl.1')).toBe('a\nb\n');
    expect(textOf('records.jsonl')).toBe('c\n');
  });

  test('starts over after it was removed or cut', async () => {
    await file.sync();
    await file.append('a\nb\nc\n');
    unlinkSync(path);
    expect(await file.sync()).toBe(true);
    expect(file.nextNumber).toBe(1);
    await file.append('a\nb\n');
    truncateSync(path, 2);
    expect(await file.sync()).toBe(true);
    expect(file.nextNumber).toBe(2);
  });

  test('counts what others have appended meanwhile', async () => {
    await file.sync();
    await file.append('a\n');
    appendFileSync(path, 'foreign\npart');
    expect(await file.sync()).toBe(false);
    expect(file.nextNumber).toBe(4);
  });

  test('rejects what is no file, and can be asked again', async () => {
    const none = new RecordFile(folder);
    await expect(none.sync()).rejects.toThrow('EISDIR');
    await expect(none.sync()).rejects.toThrow('EISDIR');
    await expect(new RecordFile('/dev/null').sync()).rejects.toThrow('it is no file');
    await expect(new RecordFile(join(folder, 'no', 'where')).sync()).rejects.toThrow('ENOENT');
  });
});
