import { pipeline } from 'node:stream/promises';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { counted } from '../../../core/codec/counted.js';
import { parseJsonLine } from '../../../core/codec/json-text.js';
import { CaseStream, decideCase, encodeCaseFaults } from '../../cases/index.js';
import { createView } from '../../platform/node.js';
import { reportFailure } from '../input/failure.js';
import { openInput, unreadable } from '../input/read-input.js';
import { startProgress, type Progress } from './progress.js';
import { isBlank, splitLines, type InputLine } from '../../node/split-lines.js';

/**
 * Decides the cases of an input, one JSON line out per line in, in the same order.
 *
 * Memory stays bounded: as much is read as standard output takes away, and few of the snapshots
 * that later lines may refer to are kept. Blank lines are skipped.
 * Exit status 1 if any line was bad, 2 if the input cannot be read.
 */
export const decideLines = async (file: string): Promise<void> => {
  const tally: Tally = { lineCount: 0, badCount: 0, firstBadNumber: 0 };
  const progress = await startProgress(file, { verb: 'deciding', isSilent: false });
  try {
    await pipeline(
      openInput(file),
      (chunks: AsyncIterable<Uint8Array>) => decideEach(chunks, tally, progress),
      process.stdout,
      { end: false },
    );
  } catch (error) {
    // A broken output ends the process elsewhere.
    if (!process.stdout.errored) reportFailure(unreadable(file, error as Error));
  } finally {
    progress.stop();
  }
  reportBadLines(tally);
};

/** What has been decided so far. */
type Tally = { lineCount: number; badCount: number; firstBadNumber: number };

async function* decideEach(
  chunks: AsyncIterable<Uint8Array>,
  tally: Tally,
  progress: Progress,
): AsyncGenerator<string> {
  const stream = new CaseStream(createView);
  for await (const lines of splitLines(progress.count(chunks))) {
    const results = lines.map((line) => decideLine(line, stream, tally)).join('');
    if (results !== '') yield results;
  }
}

/** The result of one line with a line feed; nothing for a blank one. */
const decideLine = (line: InputLine, stream: CaseStream, tally: Tally): string => {
  if (isBlank(line)) return '';
  tally.lineCount++;
  const decided = pipe(
    line.text,
    E.flatMap((text) => parseJsonLine(text)),
    E.flatMap((json) => stream.read(line.number, json)),
    E.flatMap((read) => stream.compile(read)),
    E.map(decideCase),
  );
  if (E.isRight(decided)) return `${JSON.stringify(decided.right)}\n`;
  if (tally.badCount++ === 0) tally.firstBadNumber = line.number;
  return `${JSON.stringify(encodeCaseFaults(decided.left))}\n`;
};

const reportBadLines = ({ lineCount, badCount, firstBadNumber }: Tally): void => {
  if (badCount === 0) return;
  process.stderr.write(
    `${String(badCount)} of ${counted(lineCount, 'line')} could not be decided, the first is line ${String(firstBadNumber)}\n`,
  );
  process.exitCode ??= 1;
};
