import * as E from 'fp-ts/lib/Either.js';
import { createSyntheticWorkload, type IsRankOne } from './synthetic.js';
import { createClosedLoopWorkload } from './trace/closed-loop.js';
import {
  agenticReader,
  azureReader,
  jsonLinesReader,
  mooncakeReader,
  mooncakeSessionReader,
  type IndexedSession,
} from './trace/formats.js';
import { readRows, type RowReader } from './trace/read-rows.js';
import { recordReader } from './trace/record-reader.js';
import { createOpenLoopWorkload } from './trace/open-loop.js';
import type { BadRow, TraceRow, TraceRows } from './trace/trace-row.js';
import type { TraceModel, WorkloadModel } from './workload-model.js';
import type { Workload } from './workload.js';

/** A workload that can be played with any seed, and the rows that were passed over for it. */
export type OpenedWorkload = Readonly<{
  create: (seed: string, isRankOne?: IsRankOne) => Workload;
  skipped: readonly BadRow[];
  skippedCount: number;
}>;

/** Reads what a workload is made of; left: why that cannot be. `pathOf` finds files. */
export const openWorkload = async (
  model: WorkloadModel,
  pathOf: (file: string) => string = (file) => file,
): Promise<E.Either<string, OpenedWorkload>> => {
  if (model.kind === 'synthetic') {
    const create = (seed: string, isRankOne?: IsRankOne): Workload =>
      createSyntheticWorkload(model, seed, isRankOne);
    return E.right({ create, skipped: [], skippedCount: 0 });
  }
  const read = await readTrace(model, pathOf);
  return E.map(({ rows, skipped, skippedCount }: TraceRows): OpenedWorkload => ({
    create: workloadFactory(rows, model),
    skipped,
    skippedCount,
  }))(read);
};

const workloadFactory = (rows: readonly TraceRow[], model: TraceModel) => {
  if (isClosed(model)) {
    return (seed: string): Workload => createClosedLoopWorkload(rows, model, seed);
  }
  const fitting = rows.filter(({ inputTokens }) => inputTokens <= model.maxInputTokens);
  return (seed: string): Workload => createOpenLoopWorkload(fitting, model, seed);
};

const isClosed = ({ format, loop }: TraceModel): boolean =>
  loop === 'closed' || format === 'agentic-coding';

const readTrace = async (
  model: TraceModel,
  pathOf: (file: string) => string,
): Promise<E.Either<string, TraceRows>> => {
  const { file, limit, onBadRow } = model;
  const reader = await rowReader(model, pathOf);
  if (E.isLeft(reader)) return reader;
  const rowLimit = isClosed(model) ? Infinity : limit;
  const read = await readRows(pathOf(file), reader.right, { limit: rowLimit, onBadRow });
  if (E.isLeft(read) || !isClosed(model)) return read;
  return E.right({ ...read.right, rows: firstSessions(read.right.rows, limit) });
};

const rowReader = async (
  { format, sessionsFile, prefixes, blockTokens, loop, answerTokens }: TraceModel,
  pathOf: (file: string) => string,
): Promise<E.Either<string, RowReader>> => {
  switch (format) {
    case 'mooncake': {
      if (sessionsFile === undefined) return E.right(mooncakeReader(undefined));
      const index = new Map<number, IndexedSession>();
      const options = { limit: Infinity, onBadRow: 'stop' } as const;
      const read = await readRows(pathOf(sessionsFile), mooncakeSessionReader(index), options);
      return E.map(() => mooncakeReader(index))(read);
    }
    case 'azure':
      return E.right(azureReader());
    case 'json-lines':
      return E.right(jsonLinesReader(prefixes, blockTokens, loop));
    case 'decision-records':
      return E.right(recordReader(blockTokens, answerTokens));
    case 'agentic-coding':
      return E.right(agenticReader(blockTokens));
  }
};

const firstSessions = (rows: readonly TraceRow[], limit: number): readonly TraceRow[] => {
  const sessions = new Set<string>();
  return rows.filter(({ session }) => {
    if (sessions.size < limit) sessions.add(session);
    return sessions.has(session);
  });
};
