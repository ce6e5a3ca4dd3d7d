import type { Given } from '../../../core/codec/option-ranges.js';
import type { Target } from '../../../core/snapshot/snapshot.js';
import { MAX_WAIT_CAP_MS, type TrustedHeaders } from '../../http/index.js';
import type { Route } from '../../runtime/index.js';
import type { Span } from '../../telemetry/port.js';
import type { CancelSignal } from '../../time/cancel-signal.js';

/** What is routed: the headers of a gateway, or what a service knows of a request itself. */
export type RoutedRequest = Pick<TrustedHeaders, 'requestId' | 'model' | 'inputTokens'> &
  Given<Omit<TrustedHeaders, 'requestId' | 'model' | 'inputTokens'>>;

/** One request on its way to an engine. */
export type RequestContext = {
  readonly request: RoutedRequest;
  readonly target: Target;
  readonly route: Route;
  /** Clock time. */
  readonly arrivedMs: number;
  readonly signal: CancelSignal | undefined;
  readonly span: Span;
  /** Backends that must not serve it. */
  readonly barredIds: ReadonlySet<string>;
  /** A cluster was ruled out. */
  hasExcluded: boolean;
  /** Its session was classified, and counted. */
  isClassified: boolean;
  /** Time it has waited so far; undefined when it never waited. */
  waitedMs: number | undefined;
  /** How its latest wait ended. */
  waitOutcome: 'selected' | 'timeout' | 'unavailable' | 'aborted';
};

/** Longest routing wait of a request, from its arrival; of a limit that is NaN, as without one. */
export const waitLimitMs = ({ request: { maxWaitMs } }: RequestContext): number =>
  maxWaitMs !== undefined && maxWaitMs < MAX_WAIT_CAP_MS ? maxWaitMs : MAX_WAIT_CAP_MS;

/** Time for retries of a request, from its arrival; of a budget that is NaN, as without one. */
export const retryBudgetMs = ({ request: { retryBudgetMs: given } }: RequestContext): number =>
  given !== undefined && given < Infinity ? given : Infinity;
