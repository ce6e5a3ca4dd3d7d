import type { Distribution } from './distribution.js';
import type { PrefixForm } from './trace/prefixes.js';

/** When sessions begin. */
export type Arrivals =
  | Readonly<{ kind: 'poisson'; sessionsPerSecond: number }>
  /** So many people, each in one session at a time, who begin within `startWithinMs`. */
  | Readonly<{ kind: 'users'; count: number; startWithinMs: number }>;

/** Sessions that are made up. All token counts are of one message. */
export type SyntheticModel = Readonly<{
  kind: 'synthetic';
  /** Nobody sends anything after this, ms. */
  durationMs: number;
  arrivals: Arrivals;
  turns: Distribution;
  /** From the end of an answer to the next request, ms. */
  thinkMs: Distribution;
  /** Prompt tokens that all sessions begin with. */
  systemTokens: number;
  firstTokens: Distribution;
  answerTokens: Distribution;
  followUpTokens: Distribution;
  /** Tokens of one block; 0: prompts have no blocks. */
  blockTokens: number;
  /** Sessions that share one key and one first prompt. */
  hotKeys: HotKeys | undefined;
  /** Sessions whose affinity order begins with one and the same cluster. */
  rankOne: RankOne | undefined;
  /** After a refusal the client sends the request again so much later; undefined: it gives up. */
  retryMs: number | undefined;
  /** Ids of sessions are this and their number, from 0, in the order they begin. Default: the seed and a dash. */
  idPrefix?: string | undefined;
}>;

/** A few keys that a share of all sessions have. */
export type HotKeys = Readonly<{
  count: number;
  /** Share of all sessions that have one of them, 0 to 1. */
  share: number;
  /** Length of their common first message, tokens. */
  tokens: number;
}>;

/** Sessions beyond a cluster's fair share that call it home under every policy of the scenario. */
export type RankOne = Readonly<{
  clusterId: string;
  /** Share of all sessions, 0 to 1; the others have homes as they come. */
  share: number;
}>;

/** Formats of traces that are read. */
export const TRACE_FORMATS = [
  ...(['mooncake', 'agentic-coding', 'azure', 'json-lines'] as const),
  'decision-records',
] as const;

/** The forms of traces that are read. */
export type TraceFormat = (typeof TRACE_FORMATS)[number];

/** Requests that were recorded somewhere. */
export type TraceModel = Readonly<{
  kind: 'trace';
  format: TraceFormat;
  file: string;
  /** `mooncake` only: the CSV that tells sessions and turns of its rows. */
  sessionsFile: string | undefined;
  /** `json-lines` only. */
  prefixes: PrefixForm;
  /** `open`: requests come when they came; `closed`: a think time after the answer before. */
  loop: 'open' | 'closed';
  /** Tokens of one block of the trace. */
  blockTokens: number;
  /** The block that sessions without a name are known by, from 1. */
  openingBlocks: number;
  /** `decision-records` only, which do not tell: length of every answer. */
  answerTokens: number;
  /** Rows or, in a closed loop, sessions that are taken. */
  limit: number;
  /** 2 sends everything twice as fast. */
  pace: number;
  /** Requests of one moment are spread over so much time after it, ms. */
  spreadMs: number;
  /** Closed loop only: how often a session begins. */
  sessionsPerSecond: number;
  /** Longer think times are cut to this, ms. */
  maxThinkMs: number;
  /** Rows with longer prompts are left out, of `agentic-coding` the session from there on. */
  maxInputTokens: number;
  /** What is done about a bad row. */
  onBadRow: 'stop' | 'skip';
}>;

/** Where the requests of a scenario come from: made up, or read from a trace. */
export type WorkloadModel = SyntheticModel | TraceModel;
