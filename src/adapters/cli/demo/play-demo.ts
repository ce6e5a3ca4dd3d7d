import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { runDemo, type DemoResult } from '../../demo/demo.js';
import { encodeDemo } from '../../demo/encode-demo.js';
import { openInProcessFleet } from '../../demo/in-process-fleet.js';
import { startDemoServers } from '../../demo/live/demo-servers.js';
import { addressLines } from '../../demo/print-story.js';
import { demoTrace } from '../../demo/replay-trace.js';
import { openWorkload, type CreateWorkload } from '../../simulator/index.js';
import { requirePackages } from '../../node/load-package.js';
import { failure, reportFailure } from '../input/failure.js';
import { stdoutColors } from '../../terminal/colors.js';
import { packageFile, runningScript } from './package-file.js';

/** What the flags say. */
export type DemoFlags = Readonly<{ json: boolean; inProcess: boolean }>;

/**
 * Plays the demo on standard output: with servers, or in this process where they cannot be had.
 *
 * Exit status 1 when it does not come out as told, or a server fails.
 */
export const playDemo = async ({ json, inProcess }: DemoFlags): Promise<void> => {
  const print = json ? ignore : printLine;
  const isLive = !inProcess && (await hasServers(print));
  return pipe(
    () => openWorkload(demoTrace(packageFile('data/mooncake-conversation.jsonl.gz'))),
    TE.map(({ create }) => create),
    TE.mapLeft((message) => failure(2, message)),
    TE.flatMap((trace) =>
      TE.tryCatch(
        () => (isLive ? playLive(trace, print) : play(openInProcessFleet, trace, print)),
        (error) => failure(1, E.toError(error).message),
      ),
    ),
    TE.match(reportFailure, (result) => {
      const played = isLive ? 'on_servers' : 'in_process';
      if (json) console.log(JSON.stringify(encodeDemo(result, played), null, 2));
      if (!result.isRight) process.exitCode = 1;
    }),
  )();
};

/** What router and gateway need; the router's page of metrics tells how long turns waited. */
const PACKAGES = ['undici', 'prom-client'];

const hasServers = async (print: Print): Promise<boolean> => {
  const found = await requirePackages('the demo on servers', PACKAGES)();
  if (E.isRight(found)) return true;
  for (const { message } of found.left) print(message);
  print('So the story is played in this process, in virtual time.\n');
  return false;
};

const playLive = async (trace: CreateWorkload, print: Print): Promise<DemoResult> => {
  print('Starting two engines, a router and a gateway.');
  const servers = await startDemoServers(runningScript());
  try {
    print(addressLines(servers.addresses));
    return await play(servers.openFleet, trace, print);
  } finally {
    await servers.close();
  }
};

const play = (
  openFleet: Parameters<typeof runDemo>[0]['openFleet'],
  trace: CreateWorkload,
  print: Print,
): Promise<DemoResult> => runDemo({ openFleet, trace, print, colors: stdoutColors() });

type Print = (text: string) => void;

const printLine: Print = (text) => {
  console.log(text);
};

const ignore: Print = () => undefined;
