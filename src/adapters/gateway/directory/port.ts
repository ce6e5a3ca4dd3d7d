import type { TaskEither } from 'fp-ts/lib/TaskEither.js';

/** A model as its owner has set it up. */
export type ModelEntry = Readonly<{
  /** Undefined: unscoped. Visible ASCII. */
  routingKey: string | undefined;
  /** The id that router and engines know. Visible ASCII. */
  model: string;
  /** Value of `x-routing-method`, well-formed and otherwise unchecked; undefined: no header. */
  routingMethod: string | undefined;
  /** Value of `x-priority`, u32; undefined: no header. */
  priority: number | undefined;
  /** Longest wait for a place in the router, ms, 0 to 60,000; 0: none. Absent: the gateway's. */
  maxWaitMs?: number | undefined;
  /** Value of `x-request-slo-ms`; absent: no header. */
  requestSloMs?: number | undefined;
  /** Pass the caller's `authorization` and `x-api-key` on to the router. */
  forwardAuthorization: boolean;
}>;

/** What a request asks of the directory. */
export type ModelQuery = Readonly<{
  /** As the client wrote it: a listed model, or `<routing key>/<model>`. */
  model: string;
  apiKey: string | undefined;
}>;

/** The model of a request. */
export type ResolvedModel = Readonly<{
  entry: ModelEntry;
  /** The caller has shown a key of the entry; false where the entry is open to all. */
  isAuthenticated: boolean;
}>;

/** A model as a caller may see it. */
export type ListedModel = Readonly<{
  /** What to write as `model` in a request. */
  id: string;
  entry: ModelEntry;
}>;

/** What a caller may see. */
export type ModelListing = Readonly<{
  models: readonly ListedModel[];
  /** The caller has shown a key of at least one entry. */
  isAuthenticated: boolean;
}>;

/** Why the directory gives no model. */
export type DirectoryRefusal = Readonly<{
  /** `unavailable`: it cannot say now. */
  code: 'wrong_key' | 'unknown_model' | 'unavailable';
  /** For the client, of `unavailable`. Default: that the models are not known at the moment. */
  message?: string;
}>;

/**
 * Who may use which model, and how its requests are routed.
 *
 * The only place where routing methods and priorities come from. Tasks never reject.
 */
export type ModelDirectory = Readonly<{
  resolve: (query: ModelQuery) => TaskEither<DirectoryRefusal, ResolvedModel>;
  /**
   * Right when this key, or none, opens any model at all; never `unknown_model`.
   *
   * Asked before a large body is read. Without it all bodies are read before any key is checked.
   */
  admit?: (apiKey: string | undefined) => TaskEither<DirectoryRefusal, void>;
  /** What this key opens; never `unknown_model`. */
  list: (apiKey: string | undefined) => TaskEither<DirectoryRefusal, ModelListing>;
}>;
