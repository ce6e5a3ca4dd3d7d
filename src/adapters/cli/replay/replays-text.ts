import { counted } from '../../../core/codec/counted.js';
import type { JsonObject } from '../../../core/codec/codec.js';
import { shortened } from '../../../core/codec/fault.js';
import { encodeCaseFaults } from '../../cases/index.js';
import type { Replay } from '../../records/replay-record.js';

/** What came of the records of an input. */
export type Replays = {
  equalCount: number;
  differentCount: number;
  badCount: number;
  /** The first records that did not come out equal. */
  readonly findings: Finding[];
};

export type Finding = Readonly<{ number: number; replay: Exclude<Replay, { kind: 'equal' }> }>;

/** What came of a replay, for people. */
export const replaysText = (replays: Replays): string => {
  const { equalCount, differentCount, badCount, findings } = replays;
  const counts = `${String(equalCount)} equal, ${String(differentCount)} different, ${String(badCount)} bad`;
  const summary = `${counted(recordCount(replays), 'record')}: ${counts}`;
  return [summary, ...findings.map(findingText)].join('\n');
};

/** The same as JSON. */
export const encodeReplays = (replays: Replays): JsonObject => ({
  records: recordCount(replays),
  equal: replays.equalCount,
  different: replays.differentCount,
  bad: replays.badCount,
  findings: replays.findings.map(encodeFinding),
});

const recordCount = ({ equalCount, differentCount, badCount }: Replays): number =>
  equalCount + differentCount + badCount;

const encodeFinding = ({ number, replay }: Finding): JsonObject => {
  const { kind } = replay;
  switch (kind) {
    case 'different':
      return { line: number, kind, recorded: replay.recorded, decided: replay.decided };
    case 'bad':
      return { line: number, kind, ...encodeCaseFaults(replay.faults) };
  }
};

const findingText = ({ number, replay }: Finding): string => {
  const line = `line ${String(number)}: `;
  if (replay.kind === 'bad') {
    const { error } = encodeCaseFaults(replay.faults) as { error: { message: string } };
    return line + error.message;
  }
  const recorded = JSON.stringify(replay.recorded);
  const decided = JSON.stringify(replay.decided);
  const at = firstDifference(recorded, decided);
  return [
    `${line}different`,
    `  recorded ${excerpt(recorded, at)}`,
    `  decided  ${excerpt(decided, at)}`,
  ].join('\n');
};

/** Decisions of many clusters are long: longest text that is shown whole. */
const SHOWN_LENGTH = 400;

/** What is shown before the first difference of longer ones. */
const BEFORE_LENGTH = 100;

const firstDifference = (a: string, b: string): number => {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
};

const excerpt = (text: string, at: number): string => {
  const from = Math.max(0, Math.min(at - BEFORE_LENGTH, text.length - SHOWN_LENGTH));
  return `${from > 0 ? '...' : ''}${shortened(text.slice(from), SHOWN_LENGTH)}`;
};
