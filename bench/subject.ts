/** One side of a comparison: a loop over numbered operations. */
export type Subject = Readonly<{
  /** Runs the operations `from` to `to` - 1; returns something that depends on every result. */
  run: (from: number, to: number) => number;
  /** Runs before every round, outside the clock: fresh strings, a view to start from. */
  prepare?: () => void;
  /** Operations of a round, where one `prepare` serves a fixed number of them. */
  operationCount?: number;
  /** Clock every operation by itself, for rows that report the longest pause. */
  isClockedSingly?: boolean;
}>;

/** What a subject is compared with. */
export type Baseline =
  | Readonly<{ kind: 'measured'; label: string; subject: Subject }>
  | Readonly<{ kind: 'published'; label: string; nsPerOperation: number }>;

/** One comparison. It is built only when it is about to run. */
export type Row = Readonly<{
  group: string;
  name: string;
  clusterCount: number;
  /** Greatest ratio that meets the goal; absent: the row is for information. */
  goalRatio?: number;
  build: () => Readonly<{ ours: Subject; baseline: Baseline }>;
}>;

/** A bound on memory: what was held, against what may be held. */
export type MemoryRow = Readonly<{
  group: string;
  name: string;
  measure: () => Readonly<{ heldBytes: number; limitBytes: number; limit: string }>;
}>;
