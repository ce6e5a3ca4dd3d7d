import { createChance } from '../chance.js';
import type { Session, Turn, Workload } from '../workload.js';
import type { TraceModel } from '../workload-model.js';
import type { TraceRow } from './trace-row.js';

/**
 * Recorded sessions that begin by chance, in an order of chance: each turn is sent a think time
 * after the one before has ended. A session whose request is refused or fails ends.
 */
export const createClosedLoopWorkload = (
  rows: readonly TraceRow[],
  model: TraceModel,
  seed: string,
): Workload => {
  const chance = createChance(`${seed} sessions`);
  const scripts = shuffled(scriptsOf(rows, model.maxInputTokens), chance);
  const { sessionsPerSecond, maxThinkMs, pace, blockTokens } = model;
  let begun = 0;
  let atMs = 0;
  const turnOf = (session: ScriptedSession, at: number, sentMs: number): Turn => {
    const { inputTokens, outputTokens, blocks, priority } = session.script[at]!;
    return { session, number: at + 1, atMs: sentMs, inputTokens, outputTokens, blocks, priority };
  };
  return {
    blockTokens,
    next: () => {
      const script = scripts[begun++];
      if (script === undefined) return undefined;
      atMs += (-Math.log(1 - chance()) / (sessionsPerSecond * pace)) * 1000;
      const id = script[0]!.session;
      return turnOf({ id, opening: id, history: id, lastCluster: -1, script }, 0, atMs);
    },
    after: ({ session, number }, endedMs, ending) => {
      const { script } = session as ScriptedSession;
      const row = script[number];
      if (row === undefined || ending !== 'done') return undefined;
      const thinkMs = Math.min(row.thinkMs ?? 0, maxThinkMs);
      return turnOf(session as ScriptedSession, number, endedMs + thinkMs / pace);
    },
  };
};

type Script = readonly TraceRow[];

type ScriptedSession = Session & { readonly script: Script };

/** The rows of every session, up to the first prompt that is too long. */
const scriptsOf = (rows: readonly TraceRow[], maxInputTokens: number): Script[] => {
  const scripts = new Map<string, TraceRow[]>();
  const ended = new Set<string>();
  for (const row of rows) {
    if (row.inputTokens > maxInputTokens) ended.add(row.session);
    if (ended.has(row.session)) continue;
    const script = scripts.get(row.session);
    if (script === undefined) scripts.set(row.session, [row]);
    else script.push(row);
  }
  return [...scripts.values()];
};

const shuffled = <A>(items: A[], chance: () => number): A[] => {
  for (let at = items.length - 1; at > 0; at--) {
    const other = Math.floor(chance() * (at + 1));
    [items[at], items[other]] = [items[other]!, items[at]!];
  }
  return items;
};
