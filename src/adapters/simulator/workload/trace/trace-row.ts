/** One request of a trace, whatever format it came in. */
export type TraceRow = Readonly<{
  /** Line of the file, from 1. */
  line: number;
  /** From the start of the trace, ms; of a closed-loop session, 0. */
  atMs: number;
  session: string;
  inputTokens: number;
  outputTokens: number;
  /** Ids of the blocks of the prompt; the last one may be filled in part. */
  blocks?: readonly number[] | undefined;
  /** Line of the request that this one continues. */
  parentLine?: number | undefined;
  /** Closed loop: from the end of the request before to this one, ms. */
  thinkMs?: number | undefined;
  priority?: number | undefined;
}>;

/** What is wrong with a line. */
export type BadRow = Readonly<{ line: number; message: string }>;

/** The rows of a file, and what was passed over. */
export type TraceRows = Readonly<{
  rows: readonly TraceRow[];
  /** The first few. */
  skipped: readonly BadRow[];
  skippedCount: number;
}>;
