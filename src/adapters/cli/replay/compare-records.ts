import { constants, open, realpath, unlink, writeFile } from 'node:fs/promises';
import * as E from 'fp-ts/lib/Either.js';
import { parseJsonLine } from '../../../core/codec/json-text.js';
import { isJsonObject, ownMember } from '../../../core/codec/codec.js';
import type { Checked } from '../../../core/config/algorithm-codec.js';
import { parseLbConfig } from '../../../core/config/config-codec.js';
import { resolveAlgorithm, type LbConfig } from '../../../core/config/config.js';
import type { Decision } from '../../../core/decision.js';
import { CaseStream, type CaseFault } from '../../cases/index.js';
import { createView } from '../../platform/node.js';
import { decide } from '../../../decide.js';
import { RecordComparison } from '../../records/comparison/record-comparison.js';
import { summarizeComparison } from '../../records/comparison/summarize-comparison.js';
import { readPlotLibrary } from '../../simulator/index.js';
import { stdoutColors } from '../../terminal/colors.js';
import { runningScript } from '../demo/package-file.js';
import { failure, reportFailure, type Failure } from '../input/failure.js';
import { readInput } from '../input/read-input.js';
import { isPageTargetReady } from '../page-target.js';
import { codeOf } from '../../node/error-text.js';
import { isBlank } from '../../node/split-lines.js';
import { comparisonPage } from './comparison-page.js';
import { comparisonText, encodeComparison } from './comparison-text.js';
import { readLines } from './read-lines.js';

export type CompareFlags = Readonly<{ config: string; out?: string; json: boolean }>;

/**
 * Tells what another configuration would have done with recorded requests. Exit status 1 if a
 * record is bad: those are counted and passed over, and the first ten named on standard error; 2
 * if a file cannot be read or written.
 */
export const compareRecords = async (file: string, flags: CompareFlags): Promise<void> => {
  if (!(await isPageTargetReady('homeward replay', flags.out, tryFile))) return;
  const config = await readConfig(flags.config);
  if (E.isLeft(config)) {
    reportFailure(config.left);
    return;
  }
  const comparison = new RecordComparison((modelId) => resolveAlgorithm(config.right, modelId)!);
  const badCount = await readRecords(file, comparison);
  if (badCount === undefined) return;
  const summary = summarizeComparison(comparison.finish());
  console.log(
    flags.json
      ? JSON.stringify(encodeComparison(summary, badCount), null, 2)
      : comparisonText(summary, badCount, stdoutColors()),
  );
  if (badCount > 0) process.exitCode = 1;
  if (flags.out === undefined) return;
  const library = await readPlotLibrary(runningScript())();
  if (E.isLeft(library)) {
    reportFailure(failure(2, library.left.message));
    return;
  }
  try {
    await writeFile(flags.out, comparisonPage(summary, library.right));
  } catch (error) {
    reportFailure(failure(2, `cannot write ${flags.out}: ${(error as Error).message}`));
  }
};

/** What stands there stays until the page is written; where nothing does, nothing is left. */
const tryFile = async (path: string): Promise<void> => {
  try {
    await (await open(path, constants.O_WRONLY)).close();
  } catch (error) {
    if (!(error instanceof Error) || codeOf(error) !== 'ENOENT') throw error;
    await (await open(path, 'a')).close();
    // A link that leads nowhere yet stays.
    await unlink(await realpath(path));
  }
};

const readConfig = async (file: string): Promise<E.Either<Failure, LbConfig>> =>
  E.map(({ config }: Checked<LbConfig>) => config)(
    await readInput(file, (json) => parseLbConfig(json))(),
  );

/** Bad records that are named; more of them are only counted. */
const NAMED_COUNT = 10;

/** How many records were bad; undefined when the file cannot be read, which has been told then. */
const readRecords = async (
  file: string,
  comparison: RecordComparison,
): Promise<number | undefined> => {
  const stream = new CaseStream(createView);
  let badCount = 0;
  const isRead = await readLines(file, (line) => {
    if (isBlank(line)) return 'next';
    const json = E.flatMap((text: string) => parseJsonLine(text))(line.text);
    const read = E.isRight(json)
      ? E.flatMap(stream.compile.bind(stream))(stream.read(line.number, json.right))
      : json;
    if (E.isLeft(read) || E.isLeft(json)) {
      const [fault] = (read as E.Left<readonly CaseFault[]>).left;
      if (badCount++ < NAMED_COUNT) console.error(`line ${String(line.number)}: ${fault!.message}`);
    } else {
      const { policy, view, request, elapsedMs, cursor } = read.right;
      const decided = decide(policy, view, request, elapsedMs, cursor);
      comparison.add(read.right, recordedDecision(json.right) ?? decided);
    }
    return 'next';
  });
  return isRead ? badCount : undefined;
};

/** The decision as recorded; what else it says than kind, cluster and state is not compared. */
const recordedDecision = (json: unknown): Decision | undefined => {
  const decision = isJsonObject(json) ? ownMember(json, 'decision') : undefined;
  if (!isJsonObject(decision)) return undefined;
  const { kind, cluster_id: clusterId, session_state: sessionState } = decision;
  return { kind, clusterId, sessionState } as unknown as Decision;
};
