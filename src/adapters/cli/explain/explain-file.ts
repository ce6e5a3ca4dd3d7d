import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { explain } from '../../../decide.js';
import { encodeExplanation } from '../../cases/index.js';
import { reportFailure } from '../input/failure.js';
import { stdoutColors } from '../../terminal/colors.js';
import { explanationText } from './explanation-text.js';
import { readCase } from '../case-text/read-case.js';

/** Prints why the one case of a file is decided as it is. Exit status 1 for a bad case. */
export const explainFile = (file: string, { json }: { json: boolean }): Promise<void> =>
  pipe(
    readCase(file),
    TE.match(reportFailure, (given) => {
      const { policy, view, request, elapsedMs, cursor } = given;
      const explanation = explain(policy, view, request, elapsedMs, cursor);
      console.log(
        json
          ? JSON.stringify(encodeExplanation(explanation), null, 2)
          : explanationText(given, explanation, stdoutColors()),
      );
    }),
  )();
