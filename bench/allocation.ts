import { sink } from './sink.js';
import type { Subject } from './subject.js';

/** Few enough bytes that a sample seldom meets a collection. */
const SAMPLE_BYTES = 128 * 1024;
const SAMPLE_COUNT = 15;
const MOST_OPERATIONS = 512;

/**
 * Bytes one operation allocates, on the heap and in array buffers, after warm-up.
 *
 * The median of several short loops. A loop in which the collector ran shows as negative and is
 * left out; what looking at the heap costs is taken off.
 */
export const bytesPerOperation = (subject: Subject): number => {
  const most = Math.min(subject.operationCount ?? MOST_OPERATIONS, MOST_OPERATIONS);
  const one = sample(subject, 1);
  const count = Math.max(1, Math.min(most, Math.floor(SAMPLE_BYTES / Math.max(1, one))));
  return Math.max(0, (sample(subject, count) - sample(idle, 1)) / count);
};

const idle: Subject = { run: () => 0 };

const sample = (subject: Subject, count: number): number => {
  const grown: number[] = [];
  for (let i = 0; i < SAMPLE_COUNT; i++) {
    subject.prepare?.();
    const before = heldBytes();
    sink.value += subject.run(0, count);
    const bytes = heldBytes() - before;
    if (bytes >= 0) grown.push(bytes);
  }
  grown.sort((a, b) => a - b);
  return grown[grown.length >> 1] ?? 0;
};

/** Bytes in use now, on the heap and outside it. */
export const heldBytes = (): number => {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};
