import { createChance } from '../chance.js';
import type { Session, Turn, Workload } from '../workload.js';
import type { TraceModel } from '../workload-model.js';
import type { TraceRow } from './trace-row.js';

/**
 * Requests at the times of the trace, whatever becomes of them: a slow cluster may get the next
 * turn of a session before it has answered the one before.
 *
 * Clocks of traces step: requests of one moment are spread over `spreadMs`, in their order, each
 * by chance within its equal share.
 */
export const createOpenLoopWorkload = (
  rows: readonly TraceRow[],
  { pace, spreadMs, blockTokens, openingBlocks }: TraceModel,
  seed: string,
): Workload => {
  const times = spreadTimes(rows, spreadMs, seed);
  const sessions = new Map<string, LiveSession>();
  const rowAt = new Map(rows.map((row) => [row.line, row]));
  const order = rows.map((_, at) => at).sort((a, b) => times[a]! - times[b]! || a - b);
  let next = 0;
  return {
    blockTokens,
    next: () => {
      const at = order[next++];
      if (at === undefined) return undefined;
      const row = rows[at]!;
      const session = sessions.get(row.session) ?? openSession(row, openingBlocks);
      sessions.set(row.session, session);
      return turnOf(row, session, times[at]! / pace, parentOf(row, rowAt), blockTokens);
    },
    after: () => undefined,
  };
};

type LiveSession = Session & { turnCount: number };

const openSession = ({ session, blocks }: TraceRow, openingBlocks: number): LiveSession => {
  const opening = blocks?.[Math.min(openingBlocks, blocks.length) - 1];
  return {
    id: session,
    // A block id stands for everything before it, too.
    opening: opening === undefined ? session : `block ${String(opening)}`,
    history: session,
    lastCluster: -1,
    turnCount: 0,
  };
};

const parentOf = (
  { parentLine }: TraceRow,
  rowAt: ReadonlyMap<number, TraceRow>,
): TraceRow | undefined => (parentLine === undefined ? undefined : rowAt.get(parentLine));

const turnOf = (
  row: TraceRow,
  session: LiveSession,
  atMs: number,
  parent: TraceRow | undefined,
  blockTokens: number,
): Turn => {
  session.turnCount++;
  const { inputTokens, outputTokens, blocks, priority } = row;
  const turn = { session, number: session.turnCount, atMs, inputTokens, outputTokens };
  if (blocks === undefined) return { ...turn, blocks, priority };
  const own = fullBlock(row, blockTokens);
  const before = parent && fullBlock(parent, blockTokens);
  return { ...turn, blocks, priority, position: { before, own: own ?? `row ${String(row.line)}` } };
};

/** The last block that is filled: the name of the whole chain of blocks. */
const fullBlock = (
  { blocks = [], inputTokens }: TraceRow,
  blockTokens: number,
): string | undefined => {
  const last = blocks[Math.floor(inputTokens / blockTokens) - 1];
  return last === undefined ? undefined : `block ${String(last)}`;
};

const spreadTimes = (rows: readonly TraceRow[], spreadMs: number, seed: string): Float64Array => {
  const times = Float64Array.from(rows, ({ atMs }) => atMs);
  if (spreadMs === 0) return times;
  const chance = createChance(`${seed} spread`);
  for (let from = 0; from < rows.length;) {
    let to = from + 1;
    while (to < rows.length && rows[to]!.atMs === rows[from]!.atMs) to++;
    const shareMs = spreadMs / (to - from);
    for (let at = from; at < to; at++) times[at]! += (at - from + chance()) * shareMs;
    from = to;
  }
  return times;
};
