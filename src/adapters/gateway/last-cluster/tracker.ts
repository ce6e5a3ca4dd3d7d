/**
 * The last-cluster memory of a gateway: asks a store where a session was served last, and tells it
 * where it is served now. Nothing a store does can fail a request, or hold it beyond the deadline.
 */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { SessionIdentity } from '../../../session/identity.js';
import { isStorableClusterId, storeKeyOf } from '../../../session/store-key.js';
import { describeError } from '../../node/error-text.js';
import { createNodeSha256 } from '../../platform/node-sha256.js';
import type { LastClusterStore } from '../../stores/port.js';
import type { Span, Telemetry } from '../../telemetry/port.js';
import { systemClock, type Clock } from '../../time/clock.js';
import { withDeadline } from '../../time/deadline.js';
import { describeStoreError, timeoutFailure, type Failure } from './failure.js';
import { readAnswer, readOutcome } from './lookup-result.js';
import { createLastClusterReport, type LastClusterContext } from './report.js';
import { createWriteLanes, type WriteOutcome } from './write-lanes.js';

/** What the tracker is built from. */
export type LastClusterTrackerOptions = Readonly<{
  /** The owner closes it, after `drain`. */
  store: LastClusterStore;
  telemetry: Telemetry;
  /** Lifetime of an entry after its last write; whole ms, at least 1. */
  ttlMs: number;
  /** Longest a lookup may hold a request. */
  lookupTimeoutMs: number;
  /** Writes on their way at a time; more are dropped. Default 256. */
  maxWritesInFlight?: number;
  /** Default: the clock and the timers of the process. */
  clock?: Clock;
}>;

/** Looks up and remembers the last cluster of sessions. */
export type LastClusterTracker = Readonly<{
  /** The last cluster of an eligible session, or none. Never rejects; never late. */
  lookup: (session: SessionIdentity, context: LastClusterContext) => Promise<O.Option<string>>;
  /**
   * Stores the cluster that answered an eligible session, off the request path.
   *
   * `clusterId`: decoded text of `x-stargate-cluster-id`; "" stores nothing.
   */
  remember: (session: SessionIdentity, clusterId: string, context: LastClusterContext) => void;
  /** Resolves when every write asked for so far has its result: after a second at most. */
  drain: () => Promise<void>;
}>;

/** Longest a write may take, waiting for earlier ones of its session included. */
export const WRITE_DEADLINE_MS = 1_000;

const MAX_WRITES_IN_FLIGHT = 256;

/** Creates the tracker; its counters start at 0. */
export const createLastClusterTracker = (
  options: LastClusterTrackerOptions,
): LastClusterTracker => {
  const { store, ttlMs, clock = systemClock } = options;
  const maxWritesInFlight = options.maxWritesInFlight ?? MAX_WRITES_IN_FLIGHT;
  const report = createLastClusterReport(options.telemetry, clock);
  const maxLanes = 4 * maxWritesInFlight;
  const lanes = createWriteLanes({ store, clock, ttlMs, deadlineMs: WRITE_DEADLINE_MS, maxLanes });
  const inFlight = new Set<Promise<void>>();

  const write = async (
    session: SessionIdentity,
    clusterId: string,
    context: LastClusterContext,
  ): Promise<void> => {
    const span = report.startSpan('write', context);
    const refusal = refuseWrite(clusterId, inFlight.size >= maxWritesInFlight);
    const failure =
      refusal ??
      writeFailure(
        await lanes.write(keyOf(session.position?.now ?? session.affinityKey, context), clusterId),
      );
    report.write(failure === undefined ? 'ok' : 'error');
    report.end(span, 'write', failure === undefined ? 'ok' : 'error', failure, context);
  };

  return {
    lookup: async (session, context) => {
      const key = lookupKey(session);
      if (key === undefined) {
        report.lookup('skipped');
        return O.none;
      }
      const startedMs = clock.nowMs();
      let span: Span | undefined;
      // Everything from here on is on the deadline's time.
      const outcome = await withDeadline(clock, options.lookupTimeoutMs, async (signal) => {
        span = report.startSpan('lookup', context);
        return readAnswer(await store.get(keyOf(key, context), signal)());
      });
      const found = readOutcome(outcome, options.lookupTimeoutMs);
      report.lookup(found.result, clock.nowMs() - startedMs);
      if (span) report.end(span, 'lookup', found.result, found.failure, context);
      return found.clusterId;
    },
    remember: (session, clusterId, context) => {
      if (!session.eligible || clusterId === '') return;
      const written: Promise<void> = write(session, clusterId, context).finally(() =>
        inFlight.delete(written),
      );
      inFlight.add(written);
    },
    drain: async () => {
      await Promise.all(inFlight);
    },
  };
};

/** Undefined: there is nothing to find, because nothing of the session was ever remembered. */
const lookupKey = ({ eligible, position, affinityKey }: SessionIdentity): string | undefined => {
  if (!eligible) return undefined;
  return position === undefined ? affinityKey : position.before;
};

const keyOf = (affinityKey: string, { routingKey, model }: LastClusterContext): string =>
  storeKeyOf({ routingKey, model, affinityKey }, createNodeSha256);

const refuseWrite = (clusterId: string, isFull: boolean): Failure | undefined => {
  if (!isStorableClusterId(clusterId)) {
    return { kind: 'error', message: 'expected 1 to 256 bytes without control characters' };
  }
  return isFull ? { kind: 'dropped', message: 'too many writes on their way' } : undefined;
};

const writeFailure = (outcome: WriteOutcome): Failure | undefined => {
  switch (outcome.kind) {
    case 'done':
      return E.isLeft(outcome.value)
        ? { kind: 'error', message: describeStoreError(outcome.value.left) }
        : undefined;
    case 'failed':
      return { kind: 'error', message: describeError(outcome.error) };
    case 'timeout':
      return timeoutFailure(WRITE_DEADLINE_MS);
  }
};
