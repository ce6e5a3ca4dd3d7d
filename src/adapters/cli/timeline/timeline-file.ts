import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { timeline } from '../../../decide.js';
import { encodeTimeline } from '../../cases/index.js';
import { reportFailure } from '../input/failure.js';
import { stdoutColors } from '../../terminal/colors.js';
import { readCase } from '../case-text/read-case.js';
import { timelineSvg } from './timeline-svg.js';
import { timelineText } from './timeline-text.js';

/** How a timeline is printed: for people, as JSON, or as a picture. */
export type TimelineFormat = 'text' | 'json' | 'svg';

/** Prints what the request of a file would see as it waits. Exit status 1 for a bad case. */
export const printTimelineOf = (file: string, format: TimelineFormat): Promise<void> =>
  pipe(
    readCase(file),
    TE.match(reportFailure, (given) => {
      if (format === 'svg') {
        process.stdout.write(timelineSvg(given));
        return;
      }
      const entries = timeline(given.policy, given.view, given.request, given.cursor);
      console.log(
        format === 'json'
          ? JSON.stringify(encodeTimeline(entries), null, 2)
          : timelineText(given, entries, stdoutColors()),
      );
    }),
  )();
