/**
 * The last-cluster memory of a gateway: asks a store where a session was served last, and tells it
 * where it is served now. Nothing a store does can fail a request, or hold it beyond the deadline.
 */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { requireInRange, TIMER_MS, wholeFrom } from '../../../core/codec/option-ranges.js';
import type { SessionIdentity } from '../../../session/identity.js';
import {
  decodeResponseRecord,
  encodeResponseRecord,
  type ResponseRecord,
} from '../../../session/response-record.js';
import { isStorableClusterId, storeKeyOf } from '../../../session/store-key.js';
import { describeError } from '../../node/error-text.js';
import { createNodeSha256 } from '../../platform/node-sha256.js';
import { atOnceOf } from '../../stores/at-once.js';
import type { LastClusterStore } from '../../stores/port.js';
import type { Span, Telemetry } from '../../telemetry/port.js';
import { systemClock, type Clock } from '../../time/clock.js';
import { withDeadline } from '../../time/deadline.js';
import { describeStoreError, timeoutFailure, type Failure } from './failure.js';
import { readAnswer, readOutcome } from './lookup-result.js';
import {
  createLastClusterReport,
  type LastClusterContext,
  type LastClusterReport,
} from './report.js';
import { MAX_TTL_MS } from './settings.js';
import { createWriteLanes, type WriteOutcome } from './write-lanes.js';

/** What the tracker is built from. */
export type LastClusterTrackerOptions = Readonly<{
  /** The owner closes it, after `drain`. */
  store: LastClusterStore;
  telemetry: Telemetry;
  /** Lifetime of an entry after its last write; whole ms, 1 to 9 * 10^12. */
  ttlMs: number;
  /** Longest a lookup may hold a request, ms. */
  lookupTimeoutMs: number;
  /** Writes on their way at a time, 1 to 1,000,000; more are dropped. Default 256. */
  maxWritesInFlight?: number | undefined;
  /** Default: the clock and the timers of the process. */
  clock?: Clock | undefined;
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
  /** What is known of a response, by its `responseStoreKey`. Counts and waits as `lookup` does. */
  recall: (responseKey: string, context: LastClusterContext) => Promise<O.Option<ResponseRecord>>;
  /** Stores what is known of a response, as `remember` does. */
  rememberResponse: (
    responseKey: string,
    record: ResponseRecord,
    context: LastClusterContext,
  ) => void;
  /** Whether the last lookup or write that was tried failed. */
  isFailing: () => boolean;
  /** Resolves when every write asked for so far has its result: after a second at most. */
  drain: () => Promise<void>;
}>;

/** Longest a write may take, waiting for earlier ones of its session included. */
export const WRITE_DEADLINE_MS = 1_000;

const MAX_WRITES_IN_FLIGHT = 256;

const RANGES = {
  ttlMs: wholeFrom(1, MAX_TTL_MS),
  lookupTimeoutMs: TIMER_MS,
  maxWritesInFlight: wholeFrom(1, 1_000_000),
};

/** Creates the tracker; its counters start at 0. Throws a RangeError on options out of range. */
export const createLastClusterTracker = (
  options: LastClusterTrackerOptions,
): LastClusterTracker => {
  requireInRange('createLastClusterTracker', RANGES, options);
  const { clock = systemClock } = options;
  const report = createLastClusterReport(options.telemetry, clock);
  const find = createLookups(options, clock, report);
  const { write, drain } = createWrites(options, clock, report);
  return {
    lookup: async (session, context) => {
      // Found by `recall` already.
      if (session.lastClusterId !== undefined) return O.some(session.lastClusterId);
      const key = lookupKey(session);
      if (key !== undefined) return find(() => keyOf(key, context), isStorableClusterId, context);
      report.lookup('skipped');
      return O.none;
    },
    remember: (session, clusterId, context) => {
      if (!session.eligible || clusterId === '') return;
      const key = session.position?.now ?? session.affinityKey;
      const isStorable = isStorableClusterId(clusterId);
      write({ keyOf: () => keyOf(key, context), value: clusterId, isStorable }, context);
    },
    recall: async (responseKey, context) => {
      const isRecord = (text: string): boolean => decodeResponseRecord(text) !== undefined;
      const found = await find(() => responseKey, isRecord, context);
      return O.isSome(found) ? O.fromNullable(decodeResponseRecord(found.value)) : O.none;
    },
    rememberResponse: (responseKey, record, context) => {
      const isStorable = isStorableClusterId(record.clusterId);
      const value = encodeResponseRecord(record);
      write({ keyOf: () => responseKey, value, isStorable }, context);
    },
    isFailing: report.isFailing,
    drain,
  };
};

type Find = (
  keyOf: () => string,
  isRight: (value: string) => boolean,
  context: LastClusterContext,
) => O.Option<string> | Promise<O.Option<string>>;

const createLookups = (
  { store, lookupTimeoutMs }: LastClusterTrackerOptions,
  clock: Clock,
  report: LastClusterReport,
): Find => {
  const atOnce = atOnceOf(store);
  if (atOnce !== undefined) {
    return (keyOf, isRight, context) => {
      const startedMs = clock.nowMs();
      const ownSpan = report.startSpan('lookup', context);
      const answer = readAnswer(atOnce.get(keyOf()), isRight);
      report.asked(answer.failure === undefined);
      report.lookup(answer.result, clock.nowMs() - startedMs);
      report.end(ownSpan, 'lookup', answer.result, answer.failure, context);
      return answer.value;
    };
  }
  return async (keyOf, isRight, context) => {
    const startedMs = clock.nowMs();
    let span: Span | undefined;
    // Everything from here on is on the deadline's time.
    const outcome = await withDeadline(clock, lookupTimeoutMs, async (signal) => {
      span = report.startSpan('lookup', context);
      return readAnswer(await store.get(keyOf(), signal)(), isRight);
    });
    const found = readOutcome(outcome, lookupTimeoutMs);
    report.asked(found.failure === undefined);
    report.lookup(found.result, clock.nowMs() - startedMs);
    if (span) report.end(span, 'lookup', found.result, found.failure, context);
    return found.value;
  };
};

const createWrites = (
  options: LastClusterTrackerOptions,
  clock: Clock,
  report: LastClusterReport,
) => {
  const { store, ttlMs, maxWritesInFlight = MAX_WRITES_IN_FLIGHT } = options;
  const maxLanes = 4 * maxWritesInFlight;
  const lanes = createWriteLanes({ store, clock, ttlMs, deadlineMs: WRITE_DEADLINE_MS, maxLanes });
  const inFlight = new Set<Promise<void>>();
  const atOnce = atOnceOf(store);
  /** A store of this process needs neither deadline nor order: it has done it when it returns. */
  const put = (key: string, value: string): WriteOutcome | Promise<WriteOutcome> =>
    atOnce === undefined
      ? lanes.write(key, value)
      : { kind: 'done', value: atOnce.set(key, value, ttlMs) };
  const writeNow = async (
    { keyOf, value, isStorable }: StoreEntry,
    context: LastClusterContext,
  ): Promise<void> => {
    const span = report.startSpan('write', context);
    const refusal = refuseWrite(isStorable, inFlight.size >= maxWritesInFlight);
    const failure = refusal ?? writeFailure(await put(keyOf(), value));
    if (refusal === undefined) report.asked(failure === undefined);
    report.write(failure === undefined ? 'ok' : 'error');
    report.end(span, 'write', failure === undefined ? 'ok' : 'error', failure, context);
  };
  return {
    write: (entry: StoreEntry, context: LastClusterContext): void => {
      const written: Promise<void> = writeNow(entry, context).finally(() =>
        inFlight.delete(written),
      );
      inFlight.add(written);
    },
    drain: async (): Promise<void> => {
      await Promise.all(inFlight);
    },
  };
};

/** Undefined: there is nothing to find, because nothing of the session was ever remembered. */
const lookupKey = ({ eligible, position, affinityKey }: SessionIdentity): string | undefined => {
  if (!eligible) return undefined;
  return position === undefined ? affinityKey : position.before;
};

/** The store key of a session; that of a request is asked for at its lookup and at its write. */
const keyOf = (affinityKey: string, context: LastClusterContext): string => {
  const known = KEYS.get(context);
  if (known?.affinityKey === affinityKey) return known.key;
  const { routingKey, model } = context;
  const key = storeKeyOf({ routingKey, model, affinityKey }, createNodeSha256);
  KEYS.set(context, { affinityKey, key });
  return key;
};

const KEYS = new WeakMap<LastClusterContext, Readonly<{ affinityKey: string; key: string }>>();

type StoreEntry = Readonly<{ keyOf: () => string; value: string; isStorable: boolean }>;

const refuseWrite = (isStorable: boolean, isFull: boolean): Failure | undefined => {
  if (!isStorable) {
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
