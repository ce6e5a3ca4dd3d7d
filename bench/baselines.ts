/** What a decision is measured against: the least work that could do the same. */
import tychei from 'seedrandom/lib/tychei.js';
import { nativeHasher } from '../src/adapters/platform/native-hasher.js';
import type { Snapshot } from '../src/core/snapshot/snapshot.js';
import { INPUT_TOKENS, scatter } from './fleet.js';
import type { KeySet } from './keys.js';
import type { Baseline, Subject } from './subject.js';

/** The statistics a TTFT is made of, one array each. */
type TtftArrays = Readonly<{ rttMs: Float64Array; queueMs: Float64Array; tps: Float64Array }>;

/** One `Map.get` of the same keys, as fresh strings, and a scan of the k clusters found. */
export const mapGetAndScan = (snapshot: Snapshot, keys: KeySet, k: number): Baseline => {
  const arrays = ttftArrays(snapshot);
  const size = snapshot.clusters.length;
  const groups = new Map<string, Uint16Array>();
  for (let i = 0; i < keys.size; i++) {
    const group = Uint16Array.from({ length: k }, (_, member) => scatter(i + member, size));
    groups.set(keys.fresh(i), group);
  }
  let fresh: readonly string[] = [];
  const subject: Subject = {
    operationCount: keys.size,
    prepare: () => {
      fresh = Array.from({ length: keys.size }, (_, index) => keys.fresh(index));
    },
    run: (from, to) => {
      let sum = 0;
      for (let i = from; i < to; i++) sum += fastestOf(groups.get(fresh[i]!)!, arrays);
      return sum;
    },
  };
  return { kind: 'measured', label: `Map.get + scan of ${String(k)}`, subject };
};

/** A bare loop over typed arrays that computes every TTFT and keeps the least. */
export const bareLoop = (snapshot: Snapshot): Baseline => {
  const arrays = ttftArrays(snapshot);
  const subject: Subject = {
    run: (from, to) => {
      let sum = 0;
      for (let i = from; i < to; i++) sum += fastest(arrays);
      return sum;
    },
  };
  return { kind: 'measured', label: 'bare TTFT loop', subject };
};

/** N hashes of inputs as long as a ranking's, and a native sort of N numbers. */
export const hashesAndSort = (size: number): Baseline => {
  const input = new Uint8Array(RANKING_INPUT_BYTES);
  const numbers = new Float64Array(size);
  const subject: Subject = {
    run: (from, to) => {
      let sum = 0;
      for (let i = from; i < to; i++) {
        for (let j = 0; j < size; j++) {
          input[0] = i;
          input[RANKING_INPUT_BYTES - 1] = j;
          input[RANKING_INPUT_BYTES - 2] = j >> 8;
          numbers[j] = Number(nativeHasher.hash64(input));
        }
        sum += numbers.sort()[0]!;
      }
      return sum;
    },
  };
  return { kind: 'measured', label: 'N hashes + sort', subject };
};

/** Constructing the generator and one call. */
export const seedAndCall = (): Baseline => {
  const seeds = Array.from({ length: 1024 }, (_, index) =>
    Number(nativeHasher.hash64(new Uint8Array([index, index >> 8])) >> 11n),
  );
  const subject: Subject = {
    run: (from, to) => {
      let sum = 0;
      for (let i = from; i < to; i++) sum += tychei(seeds[i % seeds.length]!)();
      return sum;
    },
  };
  return { kind: 'measured', label: 'tychei(seed) + call', subject };
};

/** Copies of a view's ten number columns and of one array of objects. */
export const copyArrays = (size: number): Baseline => {
  const columns = Array.from({ length: 10 }, () => new Float64Array(size).fill(1));
  const objects = new Array<object | undefined>(size).fill(undefined);
  const subject: Subject = {
    isClockedSingly: true,
    run: (from, to) => {
      let sum = 0;
      for (let i = from; i < to; i++) {
        for (const column of columns) sum += column.slice()[0]!;
        sum += objects.slice().length;
      }
      return sum;
    },
  };
  return { kind: 'measured', label: 'copying the arrays', subject };
};

/** The fields seed, routing_key, model_id, cache_affinity_key and cluster_id, as in the fleets here. */
const RANKING_INPUT_BYTES = 218;

const ttftArrays = ({ clusters }: Snapshot): TtftArrays => {
  const column = (value: (stats: Snapshot['clusters'][number]) => number): Float64Array =>
    Float64Array.from(clusters, value);
  return {
    rttMs: column(({ rttMs }) => rttMs),
    queueMs: column(({ stats }) => (stats.queuedInputSize / stats.lastMeanInputTps) * 1000),
    tps: column(({ stats }) => stats.lastMeanInputTps),
  };
};

const fastest = ({ rttMs, queueMs, tps }: TtftArrays): number => {
  let best = -1;
  let leastMs = Infinity;
  for (let i = 0; i < rttMs.length; i++) {
    const ttftMs = rttMs[i]! + queueMs[i]! + (INPUT_TOKENS / tps[i]!) * 1000;
    if (ttftMs < leastMs) {
      leastMs = ttftMs;
      best = i;
    }
  }
  return best;
};

const fastestOf = (group: Uint16Array, { rttMs, queueMs, tps }: TtftArrays): number => {
  let best = -1;
  let leastMs = Infinity;
  for (const i of group) {
    const ttftMs = rttMs[i]! + queueMs[i]! + (INPUT_TOKENS / tps[i]!) * 1000;
    if (ttftMs < leastMs) {
      leastMs = ttftMs;
      best = i;
    }
  }
  return best;
};
