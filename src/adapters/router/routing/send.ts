import type { Backend } from '../../fleet/port.js';

/** What a further attempt answers. */
export type RetryReason = 'connect_failure' | 'retryable_response' | 'queue_estimate_mismatch';

/** One request to one engine. */
export type SendOrder = Readonly<{
  backend: Backend;
  /** Queue estimate at selection, ms; for `x-stargate-expected-queue-ms`. */
  expectedQueueMs: number;
  /** W3C headers of the request span, to pass on. */
  trace: Readonly<Record<string, string>>;
  /** `first`, or what this attempt answers. */
  reason: 'first' | RetryReason;
  /** Aborts when the client goes away. */
  signal: AbortSignal | undefined;
  /**
   * Where the request would be tried next if it did not arrive at `backend`, in that order: for a
   * sender that tries again by itself. At most `maxCount`; none of them is reserved.
   */
  fallbacks: (maxCount: number) => readonly Backend[];
}>;

/** What became of an order. */
export type SendOutcome<Sent> =
  | Readonly<{
      kind: 'answered';
      status: number;
      /** `x-stargate-retryable: true` stood on the response. */
      isRetryable: boolean;
      /** `x-stargate-retry-reason`, if any. */
      retryReason?: string | undefined;
      /** The fallback it came from, where the sender tried again by itself. Default: `backend`. */
      servedBy?: Backend | undefined;
      /** The response, to be relayed by whoever called the router. */
      sent: Sent;
      /** Lets go of a response that is not relayed. */
      discard: () => void;
      /** Resolves, never rejects, when the response is over or broken off. */
      ended: Promise<void>;
    }>
  /** The engine was not reached: it has seen nothing of the request. */
  | Readonly<{
      kind: 'not_connected';
      isTimeout: boolean;
      /** This process is at fault, not the engine: it has no descriptors or ports left. */
      isOwnFault?: boolean;
      message: string;
    }>
  /** It broke after the engine may have seen a byte of it. */
  | Readonly<{ kind: 'broken'; isTimeout: boolean; message: string }>;

/** Sends a request to an engine; resolves when response headers arrive or it failed. */
export type Send<Sent> = (order: SendOrder) => Promise<SendOutcome<Sent>>;
