import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { runDemo } from '../../demo/demo.js';
import { encodeDemo } from '../../demo/encode-demo.js';
import { openInProcessStage } from '../../demo/in-process-stage.js';
import { readTrace } from '../../demo/trace-row.js';
import { failure, reportFailure } from '../input/failure.js';
import { stdoutColors } from '../screen/colors.js';
import { packageFile } from './package-file.js';

/** Plays the demo on standard output. Exit status 1 when it does not come out as told. */
export const playDemo = ({ json }: { json: boolean }): Promise<void> =>
  pipe(
    readTrace(packageFile('data/mooncake-conversation-500.jsonl.gz')),
    TE.mapLeft((message) => failure(2, message)),
    TE.flatMapTask((trace) => () => {
      const print = json
        ? ignore
        : (text: string) => {
            console.log(text);
          };
      return runDemo({ openStage: openInProcessStage, trace, print, colors: stdoutColors() });
    }),
    TE.match(reportFailure, (result) => {
      if (json) console.log(JSON.stringify(encodeDemo(result), null, 2));
      if (!result.isRight) process.exitCode = 1;
    }),
  )();

const ignore = (): void => undefined;
