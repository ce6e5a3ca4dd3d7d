/** A snapshot as a caller has it: parsed, or the plain JSON of one. */
import { isLeft } from 'fp-ts/lib/Either.js';
import { inputError } from '../codec/input-error.js';
import { parseSnapshot } from './snapshot-codec.js';
import type { Cluster, ClusterStats, Snapshot } from './snapshot.js';

/** `maxInputTps` as JSON spells it: `max_input_tps`. */
type SnakeCase<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Text;

/** The statistics of a cluster as JSON; docs/snapshot.md has every field. */
export type ClusterStatsJson = Readonly<{
  [Key in keyof ClusterStats as SnakeCase<Key>]?: ClusterStats[Key] | null;
}>;

/** A cluster as JSON. */
export type ClusterJson = Readonly<{
  cluster_id: Cluster['clusterId'];
  /** Round trip of the health check, ms. */
  rtt_ms: number;
  stats?: ClusterStatsJson | null;
}>;

/** A snapshot as JSON, with what `parseSnapshot` accepts. */
export type SnapshotJson = Readonly<{
  model_id: string;
  routing_key?: string | null;
  clusters: readonly ClusterJson[];
}>;

/**
 * The snapshot that `input` is, or is the JSON of. Whatever has `model_id` or lacks `target` is
 * read as JSON, and throws a RangeError with every fault when it is none.
 */
export const snapshotOf = (input: Snapshot | SnapshotJson): Snapshot => {
  if (isParsed(input)) return input;
  const read = parseSnapshot(input);
  if (isLeft(read)) throw inputError('snapshot', read.left);
  return read.right;
};

const isParsed = (input: unknown): input is Snapshot =>
  typeof input === 'object' && input !== null && 'target' in input && !('model_id' in input);
