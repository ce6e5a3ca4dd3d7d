import * as E from 'fp-ts/lib/Either.js';
import { fault, type Fault } from '../../../core/codec/fault.js';
import { parseStoreAddress, type StoreAddress } from '../../stores/from-url.js';
import { parseDurationMs } from '../../time/duration.js';

/** Settings of the last-cluster memory. */
export type LastClusterSettings = Readonly<{
  isEnabled: boolean;
  /** Lifetime of an entry after its last write. */
  ttlMs: number;
  /** Longest a lookup may hold a request. */
  lookupTimeoutMs: number;
  /** Cap of the in-process store. */
  localMaxEntries: number;
  store: StoreAddress;
}>;

/** The environment variables, their defaults and meanings; docs and help derive from it. */
export const LAST_CLUSTER_VARIABLES = {
  STARGATE_LAST_CLUSTER_ENABLED: { default: 'false', meaning: 'turn the memory on' },
  STARGATE_LAST_CLUSTER_TTL: {
    default: '10m',
    meaning: 'entry lifetime; a write resets it, a read does not',
  },
  STARGATE_LAST_CLUSTER_LOOKUP_TIMEOUT: {
    default: '20ms',
    meaning: 'longest a lookup may hold a request',
  },
  STARGATE_LAST_CLUSTER_LOCAL_MAX_ENTRIES: {
    default: '100000',
    meaning: 'cap of the in-process store',
  },
  STARGATE_LAST_CLUSTER_STORE: {
    default: 'memory',
    meaning: '`memory`, `redis://...`, `rediss://...` or `olric://host:port[,host:port]`',
  },
} as const satisfies Readonly<Record<string, Readonly<{ default: string; meaning: string }>>>;

export type LastClusterVariable = keyof typeof LAST_CLUSTER_VARIABLES;

/** Olric counts nanoseconds in 64 bits: more than this would wrap around in it. */
const MAX_TTL_MS = 9_000_000_000_000;

/** A timer of the process cannot be set further ahead. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The in-process store sets memory aside for its cap. */
const MAX_LOCAL_ENTRIES = 10_000_000;

/**
 * Reads the `STARGATE_LAST_CLUSTER_*` variables; left with every fault in them.
 *
 * Absent variables have their defaults; a variable that is there but empty is a fault.
 */
export const parseLastClusterSettings = (
  env: Readonly<Partial<Record<string, string>>>,
): E.Either<readonly Fault[], LastClusterSettings> => {
  const faults: Fault[] = [];
  const read = <A>(name: LastClusterVariable, parse: Parse<A>): A | undefined => {
    const text =
      (Object.hasOwn(env, name) ? env[name] : undefined) ?? LAST_CLUSTER_VARIABLES[name].default;
    const parsed = parse(text, name);
    if (E.isRight(parsed)) return parsed.right;
    faults.push(parsed.left);
    return undefined;
  };
  const isEnabled = read('STARGATE_LAST_CLUSTER_ENABLED', parseBoolean);
  const ttlMs = read('STARGATE_LAST_CLUSTER_TTL', durationUpTo(MAX_TTL_MS));
  const lookupTimeoutMs = read('STARGATE_LAST_CLUSTER_LOOKUP_TIMEOUT', durationUpTo(MAX_TIMER_MS));
  const localMaxEntries = read('STARGATE_LAST_CLUSTER_LOCAL_MAX_ENTRIES', parseEntryCount);
  const store = read('STARGATE_LAST_CLUSTER_STORE', parseStoreAddress);
  return faults.length > 0
    ? E.left(faults)
    : E.right({
        isEnabled: isEnabled!,
        ttlMs: ttlMs!,
        lookupTimeoutMs: lookupTimeoutMs!,
        localMaxEntries: localMaxEntries!,
        store: store!,
      });
};

type Parse<A> = (text: string, path: string) => E.Either<Fault, A>;

const parseBoolean: Parse<boolean> = (text, path) =>
  text === 'true' || text === 'false'
    ? E.right(text === 'true')
    : E.left(fault({ code: 'invalid_value', path, expected: 'true or false', given: text }));

const durationUpTo =
  (maxMs: number): Parse<number> =>
  (text, path) => {
    const durationMs = parseDurationMs(text);
    if (durationMs === undefined) {
      const expected = 'digits and a unit ms, s, m or h, such as 20ms';
      return E.left(fault({ code: 'invalid_value', path, expected, given: text }));
    }
    return inRange(durationMs, 1, maxMs)
      ? E.right(durationMs)
      : E.left(outOfRange(path, `a duration of 1ms to ${String(maxMs)}ms`, text));
  };

const parseEntryCount: Parse<number> = (text, path) => {
  const expected = `a whole number from 1 to ${String(MAX_LOCAL_ENTRIES)}`;
  if (!/^\d+$/.test(text)) {
    return E.left(fault({ code: 'invalid_value', path, expected, given: text }));
  }
  return inRange(Number(text), 1, MAX_LOCAL_ENTRIES)
    ? E.right(Number(text))
    : E.left(outOfRange(path, expected, text));
};

const inRange = (value: number, min: number, max: number): boolean => value >= min && value <= max;

const outOfRange = (path: string, expected: string, given: string): Fault =>
  fault({ code: 'out_of_range', path, expected, given });
