import { expect, test } from 'vitest';
import { runMemoryProgram, type MemoryReport } from './run-memory-program.js';

const growthOf = ({ fewBytes, manyBytes }: MemoryReport): number => manyBytes / fewBytes;

test('100,000 distinct expressions on 50 targets leave 1,024 entries and a flat heap', async () => {
  const report = await runMemoryProgram('expressions', 10_000, 100_000);
  expect(report.mostEntries).toBe(1024);
  expect(growthOf(report)).toBeLessThan(1.1);
});

test('1,000,000 distinct affinity keys leave a flat heap', async () => {
  const report = await runMemoryProgram('affinity-keys', 100_000, 1_000_000);
  expect(report.mostEntries).toBe(2);
  expect(growthOf(report)).toBeLessThan(1.1);
});

test('100,000 targets that come and go leave 1,024 entries and a flat heap', async () => {
  const report = await runMemoryProgram('targets', 10_000, 100_000);
  expect(report.mostEntries).toBe(1024);
  expect(growthOf(report)).toBeLessThan(1.1);
});
