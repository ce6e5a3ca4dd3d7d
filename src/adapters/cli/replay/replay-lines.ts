import * as E from 'fp-ts/lib/Either.js';
import { parseJsonLine } from '../../../core/codec/json-text.js';
import { CaseStream } from '../../cases/index.js';
import { createView } from '../../platform/node.js';
import { replayRecord, type Replay } from '../../records/replay-record.js';
import { isBlank, type InputLine } from '../../node/split-lines.js';
import { readLines } from './read-lines.js';
import { encodeReplays, replaysText, type Replays } from './replays-text.js';

/** Findings that are told; all are counted. */
const TOLD_COUNT = 10;

/**
 * Decides every record of an input again and tells how many came out as recorded, and the first
 * that did not. Exit status 1 unless all are equal, 2 if the input cannot be read.
 */
export const replayLines = async (file: string, { json }: { json: boolean }): Promise<void> => {
  const stream = new CaseStream(createView);
  const replays: Replays = { equalCount: 0, differentCount: 0, badCount: 0, findings: [] };
  const isRead = await readLines(file, (line) => {
    if (!isBlank(line)) count(replays, line.number, replayLine(stream, line));
    return 'next';
  });
  if (!isRead) return;
  console.log(json ? JSON.stringify(encodeReplays(replays), null, 2) : replaysText(replays));
  if (replays.differentCount + replays.badCount > 0) process.exitCode = 1;
};

const replayLine = (stream: CaseStream, { number, text }: InputLine): Replay => {
  const json = E.flatMap((line: string) => parseJsonLine(line))(text);
  return E.isLeft(json)
    ? { kind: 'bad', faults: json.left }
    : replayRecord(stream, number, json.right);
};

const count = (replays: Replays, number: number, replay: Replay): void => {
  if (replay.kind === 'equal') {
    replays.equalCount++;
    return;
  }
  if (replay.kind === 'different') replays.differentCount++;
  else replays.badCount++;
  if (replays.findings.length < TOLD_COUNT) replays.findings.push({ number, replay });
};
