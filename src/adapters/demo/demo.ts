import type { CreateWorkload } from '../simulator/index.js';
import type { Colors } from '../terminal/colors.js';
import { summarizeAct, type ActSummary } from './act-summary.js';
import { actTitle, comparisonTable, eventLine } from './print-story.js';
import { traceTable } from './print-trace.js';
import { replayTrace, type TraceSummary } from './replay-trace.js';
import { ACTS, playStory, type Act, type Stage, type StoryEvent } from './story.js';

/** What the demo needs from outside. */
export type DemoPorts = Readonly<{
  /** Opens the place where one performance of the story is played. */
  openStage: (act: Act) => Promise<Stage>;
  trace: CreateWorkload;
  /** Takes the narration, line by line, as it happens. */
  print: (text: string) => void;
  colors: Colors;
}>;

/** What the demo came to. */
export type DemoResult = Readonly<{
  /** Whether every performance came out as the story says. */
  isRight: boolean;
  acts: readonly ActSummary[];
  replays: readonly TraceSummary[];
}>;

/** Plays the story with each algorithm, flag off and on; then replays the trace the same way. */
export const runDemo = async (ports: DemoPorts): Promise<DemoResult> => {
  const { print, colors, trace } = ports;
  const acts: ActSummary[] = [];
  for (const act of ACTS) acts.push(await perform(act, ports));
  const isRight = acts.every((summary) => summary.isRight);
  print(`${comparisonTable(acts, colors)}\n`);
  print(`${isRight ? RIGHT : colors.red(WRONG)}\n`);
  const replays = ACTS.map((act) => replayTrace(trace, act));
  const count = String(replays[0]!.requestCount);
  print(`The first ${count} requests of a public chat trace, in virtual time:\n`);
  print(traceTable(replays, colors));
  print(`\n${LEGEND}`);
  return { isRight, acts, replays };
};

const perform = async (act: Act, { openStage, print, colors }: DemoPorts): Promise<ActSummary> => {
  print(actTitle(act, colors));
  const stage = await openStage(act);
  const events: StoryEvent[] = [];
  try {
    for await (const event of playStory(stage)) {
      events.push(event);
      print(eventLine(event, colors));
    }
  } finally {
    await stage.close();
  }
  print('');
  return summarizeAct(act, events);
};

const RIGHT = `As told: with the flag the session overflows at once and stays with its cache;
without it, it waits, and goes back to a cluster that has to start cold.`;

const WRONG = 'This is not how it should come out.';

const LEGEND = `A to D: requests per cluster. Returned home: turns that went to the cluster that served their
session last. Cached: share of prompt tokens found in the KV cache of the cluster.`;
