import type { CreateWorkload } from '../simulator/index.js';
import type { Colors } from '../terminal/colors.js';
import { summarizeRun, type StoryRunSummary } from './story-run-summary.js';
import { runTitle, comparisonTable, eventLine } from './print-story.js';
import { traceTable } from './print-trace.js';
import { replayTrace, type TraceSummary } from './replay-trace.js';
import { STORY_RUNS, playStory, type StoryRun, type StoryFleet, type StoryEvent } from './story.js';

/** What the demo needs from outside. */
export type DemoPorts = Readonly<{
  /** Opens the place where one run of the story is played. */
  openFleet: (run: StoryRun) => Promise<StoryFleet>;
  trace: CreateWorkload;
  /** Takes the narration, line by line, as it happens. */
  print: (text: string) => void;
  colors: Colors;
}>;

/** What the demo came to. */
export type DemoResult = Readonly<{
  /** Whether every run came out as the story says. */
  isRight: boolean;
  runs: readonly StoryRunSummary[];
  replays: readonly TraceSummary[];
}>;

/** Plays the story with each algorithm, flag off and on; then replays the trace the same way. */
export const runDemo = async (ports: DemoPorts): Promise<DemoResult> => {
  const { print, colors, trace } = ports;
  const runs: StoryRunSummary[] = [];
  for (const run of STORY_RUNS) runs.push(await playRun(run, ports));
  const isRight = runs.every((summary) => summary.isRight);
  print(`${comparisonTable(runs, colors)}\n`);
  print(`${isRight ? RIGHT : colors.red(WRONG)}\n`);
  const replays = STORY_RUNS.map((run) => replayTrace(trace, run));
  const count = String(replays[0]!.requestCount);
  print(`The first ${count} requests of a public chat trace, in virtual time:\n`);
  print(traceTable(replays, colors));
  print(`\n${LEGEND}`);
  return { isRight, runs, replays };
};

const playRun = async (
  run: StoryRun,
  { openFleet, print, colors }: DemoPorts,
): Promise<StoryRunSummary> => {
  print(runTitle(run, colors));
  const fleet = await openFleet(run);
  const events: StoryEvent[] = [];
  try {
    for await (const event of playStory(fleet)) {
      events.push(event);
      print(eventLine(event, colors));
    }
  } finally {
    await fleet.close();
  }
  print('');
  return summarizeRun(run, events);
};

const RIGHT = `As told: with the flag the session overflows at once and stays with its cache;
without it, it waits, and goes back to a cluster that has to start cold.`;

const WRONG = 'This is not how it should come out.';

const LEGEND = `A to D: requests per cluster. Returned home: turns that went to the cluster that served their
session last. Cached: share of prompt tokens found in the KV cache of the cluster.`;
