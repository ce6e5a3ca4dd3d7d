import { expect, test } from 'vitest';
import { createLogWriter } from '../../../../src/adapters/servers/logging/log-writer.js';

const createStream = () => {
  const lines: string[] = [];
  const stream = {
    writableLength: 0,
    lines,
    write: (line: string) => {
      lines.push(line);
      stream.writableLength += line.length;
      return true;
    },
  };
  return stream;
};

test('lines beyond what may wait for a reader are counted, and told once it reads again', () => {
  const stream = createStream();
  const writer = createLogWriter((count) => `lost ${String(count)}\n`, stream as never);
  const line = `${'x'.repeat(1023)}\n`;
  for (let i = 0; i < 2_000; i++) writer.write(line);
  expect(stream.lines).toHaveLength(1025);
  expect(writer.lostCount()).toBe(975);
  stream.writableLength = 0;
  writer.write('after\n');
  writer.write('later\n');
  expect(stream.lines.slice(1025)).toEqual(['lost 975\n', 'after\n', 'later\n']);
});
