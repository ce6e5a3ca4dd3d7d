import { startProgress } from '../decide/progress.js';
import { splitLines, type InputLine } from '../../node/split-lines.js';
import { reportFailure } from '../input/failure.js';
import { openInput, unreadable } from '../input/read-input.js';

/**
 * Hands over the lines of an input one by one until `take` wants no more.
 *
 * False when the input cannot be read, which has been told then, with exit status 2.
 */
export const readLines = async (
  file: string,
  take: (line: InputLine) => 'next' | 'enough',
): Promise<boolean> => {
  const progress = await startProgress(file, { verb: 'replaying', isSilent: true });
  try {
    for await (const lines of splitLines(progress.count(openInput(file)))) {
      for (const line of lines) if (take(line) === 'enough') return true;
    }
    return true;
  } catch (error) {
    reportFailure(unreadable(file, error as Error));
    return false;
  } finally {
    progress.stop();
  }
};
