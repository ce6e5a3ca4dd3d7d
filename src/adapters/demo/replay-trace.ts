import { compilePolicy, type Policy } from '../../core/config/policy.js';
import type { RoutingRequest, SessionState } from '../../core/request.js';
import { decide } from '../../decide.js';
import { EventQueue } from './event-queue.js';
import type { Act } from './story.js';
import { TracePool } from './trace-pool.js';
import type { TraceRow } from './trace-row.js';

/** How one request of the trace fared. */
export type TraceOutcome = Readonly<{
  row: TraceRow;
  /** The cluster that served the session before; absent on a first turn. */
  lastClusterId?: string | undefined;
  clusterId: string;
  waitMs: number;
  ttftMs: number;
  cachedBlockCount: number;
}>;

/**
 * Sends the requests of a trace to a small pool of clusters, in virtual time: the real engine
 * decides, each request is a reservation until it ends, and a request that has to wait asks again
 * at the moment it was told and whenever a slot is given back.
 *
 * Outcomes come in the order in which the requests were sent.
 */
export const replayTrace = (rows: readonly TraceRow[], act: Act): readonly TraceOutcome[] => {
  const replay = new Replay(tracePolicy(act), rows);
  replay.run();
  return replay.outcomes;
};

const tracePolicy = ({ algorithm, lastClusterAffinity }: Act): Policy =>
  compilePolicy({
    algorithm,
    cacheAffinityBackendSelectionCount: 1,
    cacheAffinityWaitMs: 2000,
    cacheAffinityInputTokensScale: 0.1,
    lastClusterAffinity,
  });

/** A request that has arrived and was not sent yet. */
type Pending = Readonly<{ row: TraceRow; request: RoutingRequest }> & {
  sessionState: SessionState | undefined;
};

type TraceEvent =
  | Readonly<{ kind: 'arrival'; row: TraceRow }>
  | Readonly<{ kind: 'release'; release: () => void }>
  /** `elapsedMs` is the promised moment itself, free of rounding. */
  | Readonly<{ kind: 'wake'; pending: Pending; elapsedMs: number }>;

class Replay {
  readonly outcomes: TraceOutcome[] = [];
  readonly #policy: Policy;
  readonly #pool = new TracePool();
  readonly #queue = new EventQueue<TraceEvent>();
  readonly #waiting = new Set<Pending>();
  readonly #lastClusterOf = new Map<number, string>();

  constructor(policy: Policy, rows: readonly TraceRow[]) {
    this.#policy = policy;
    for (const row of rows) this.#queue.add(row.timestamp, { kind: 'arrival', row });
  }

  run(): void {
    for (let due = this.#queue.next(); due !== undefined; due = this.#queue.next()) {
      this.#handle(due.event, due.atMs);
    }
  }

  #handle(event: TraceEvent, nowMs: number): void {
    switch (event.kind) {
      case 'arrival':
        this.#attempt(this.#arrive(event.row), 0);
        return;
      case 'wake':
        if (this.#waiting.has(event.pending)) this.#attempt(event.pending, event.elapsedMs);
        return;
      case 'release':
        event.release();
        for (const pending of this.#waiting) this.#attempt(pending, nowMs - pending.row.timestamp);
    }
  }

  #arrive(row: TraceRow): Pending {
    const request = {
      requestId: `${String(row.session)}-${String(row.turn)}`,
      cacheAffinityKey: `session-${String(row.session)}`,
      inputTokens: row.input_length,
      lastClusterId: this.#lastClusterOf.get(row.session),
    };
    const pending = { row, request, sessionState: undefined };
    this.#waiting.add(pending);
    return pending;
  }

  #attempt(pending: Pending, elapsedMs: number): void {
    const { row, request, sessionState } = pending;
    const decision = decide(this.#policy, this.#pool.view, { ...request, sessionState }, elapsedMs);
    if (decision.kind === 'rejected') return;
    pending.sessionState ??= decision.sessionState ?? undefined;
    if (decision.kind === 'selected') this.#send(pending, decision.clusterId, elapsedMs);
    if (decision.kind !== 'wait') return;
    const { untilMs } = decision;
    this.#queue.add(row.timestamp + untilMs, { kind: 'wake', pending, elapsedMs: untilMs });
  }

  #send(pending: Pending, clusterId: string, waitMs: number): void {
    const { row, request } = pending;
    this.#waiting.delete(pending);
    this.#lastClusterOf.set(row.session, clusterId);
    const { service, release } = this.#pool.start(clusterId, row);
    this.#queue.add(row.timestamp + waitMs + service.endMs, { kind: 'release', release });
    this.outcomes.push({
      row,
      lastClusterId: request.lastClusterId,
      clusterId,
      waitMs,
      ttftMs: waitMs + service.firstTokenMs,
      cachedBlockCount: service.cachedBlockCount,
    });
  }
}
