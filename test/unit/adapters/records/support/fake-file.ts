import type { RecorderOptions } from '../../../../../src/adapters/records/index.js';

type File = RecorderOptions['file'];

/** A file whose disk a test holds in its hands. */
export type FakeFile = File &
  Readonly<{
    lines: readonly string[];
    /** From now on appending waits until `release` is called. */
    hold: () => void;
    release: () => void;
    /** The next call of that name rejects. */
    failNext: (call: 'sync' | 'append', message: string) => void;
    /** The next `sync` finds another, empty file. */
    rotate: () => void;
    isClosed: () => boolean;
  }>;

export const createFakeFile = (): FakeFile => {
  let lines: string[] = [];
  let isNew = true;
  let isClosed = false;
  let gate = Promise.resolve();
  let release = (): void => undefined;
  const failures = new Map<string, string>();
  const failIfTold = (call: string): void => {
    const message = failures.get(call);
    failures.delete(call);
    if (message !== undefined) throw new Error(message);
  };
  return {
    get lines() {
      return lines;
    },
    get nextNumber() {
      return lines.length + 1;
    },
    sync: async () => {
      failIfTold('sync');
      const wasNew = isNew;
      isNew = false;
      return wasNew;
    },
    append: async (text) => {
      await gate;
      failIfTold('append');
      lines.push(...text.split('\n').slice(0, -1));
    },
    close: async () => void (isClosed = true),
    hold: () => {
      gate = new Promise((resolve) => (release = resolve));
    },
    release: () => {
      release();
      gate = Promise.resolve();
    },
    failNext: (call, message) => void failures.set(call, message),
    rotate: () => {
      lines = [];
      isNew = true;
    },
    isClosed: () => isClosed,
  };
};
