/** Who sends what, and when. */

/** A conversation, or a request alone. */
export type Session = {
  /** Its id: what a client that names its sessions sends. */
  readonly id: string;
  /** What all sessions that open alike share: the key of a client that names none. */
  readonly opening: string;
  /** Its history, which no other session has, whatever they share. */
  readonly history: string;
  /** Index of the cluster that served it last; -1 before the first answer. */
  lastCluster: number;
};

/** One request of a session. Its prompt holds the whole history. */
export type Turn = Readonly<{
  session: Session;
  /** From 1. */
  number: number;
  atMs: number;
  inputTokens: number;
  outputTokens: number;
  /** Ids of the blocks of the prompt; equal ids are the same block after the same prefix. */
  blocks?: readonly number[] | undefined;
  /** How a client's earlier request is known again: its position in the conversation. */
  position?: Position | undefined;
  priority?: number | undefined;
}>;

/** Names of the history a prompt ends in: equal names, equal histories. */
export type Position = Readonly<{
  /** Of the request that this one continues; undefined where it continues none. */
  before: string | undefined;
  /** Of this request. */
  own: string;
}>;

/** How a request ended for its client. */
export type Ending = 'done' | 'refused' | 'failed';

/** A source of requests. The same workload, made anew, gives the same requests. */
export interface Workload {
  /** Tokens of one block; 0 where prompts have no blocks. */
  readonly blockTokens: number;
  /** The next request that waits for no answer, in order of arrival; undefined after the last. */
  next: () => Turn | undefined;
  /** What the client sends once a request has ended; undefined for nothing. */
  after: (turn: Turn, endedMs: number, ending: Ending) => Turn | undefined;
}
