import { isDeepStrictEqual } from 'node:util';
import type { Fault } from '../../core/codec/fault.js';
import type { EngineReport } from './sources/engine-metrics-source.js';
import { isNoAnswer } from '../node/fetch-text.js';
import type { Source } from '../time/source.js';
import type { BackendDefinition } from './document/backend-definition.js';
import type { AssumedThroughput } from './assumed-throughput.js';
import type { BackendFigures } from './backend-figures.js';
import { CircuitBreaker } from './circuit-breaker.js';
import { isOwnPort } from './document/base-url.js';
import { outdated } from './document/load-fields.js';
import type { Backend } from './port.js';
import type { FleetDependencies } from './dependencies.js';

/**
 * Whether two definitions are about the same engine, so that what is known of it stays. The
 * capacity belongs to it, as pages are read with it.
 */
export const isSameEngine = (a: BackendDefinition, b: BackendDefinition): boolean => {
  const identity = ({ url, source, stats }: BackendDefinition): unknown[] => [
    ...[url, source],
    source && stats.kvCacheCapacityTokens,
  ];
  return isDeepStrictEqual(identity(a), identity(b));
};

/** A member has taken in a report that was asked for at `askedAtMs`. */
export type OnReport = (member: Member, askedAtMs: number) => void;

/**
 * One backend as the fleet keeps it: its definition, its last report, how connecting goes.
 *
 * A member without a source never reports, never gets stale and is never dropped.
 */
export class Member {
  readonly breaker: CircuitBreaker;
  /** When it was chosen last, counted in choices of its cluster; the smallest is next. */
  turn = 0;
  /** Its becoming stale was logged. */
  isStaleLogged = false;
  /** What is assumed of its throughput as published last. */
  assumed: AssumedThroughput = {};
  readonly #source: Source<EngineReport> | undefined;
  #report: EngineReport | undefined;
  #reportedAtMs = -Infinity;
  #heardAtMs: number;
  #keptUntilMs = -Infinity;
  #refusal: Fault | undefined;

  constructor(
    readonly backend: Backend,
    public definition: BackendDefinition,
    readonly dependencies: FleetDependencies,
  ) {
    this.breaker = new CircuitBreaker(dependencies.settings);
    // A new backend gets as long for its first report as for any other.
    this.#heardAtMs = dependencies.clock.nowMs();
    this.#source = dependencies.openMetrics(definition, backend.url);
  }

  /** Starts listening to its source; `onReport` is called after each report was taken in. */
  open(onReport: OnReport): void {
    void this.#source?.start({
      onValue: (report, askedAtMs) => {
        this.#report = report;
        this.#reportedAtMs = this.#heardAtMs = this.dependencies.clock.nowMs();
        this.#refusal = undefined;
        this.isStaleLogged = false;
        onReport(this, askedAtMs ?? this.#reportedAtMs);
      },
      onRefused: (faults) => {
        this.#noteRefusal(faults[0]!);
      },
    });
  }

  close(): void {
    if (this.#source !== undefined) this.dependencies.discard(this.#source);
  }

  /** Its page has come. True when that ends a pause: it was asked at the address of requests. */
  noteAnswer(askedAtMs: number): boolean {
    const isSameAddress = isOwnPort(this.backend.url, this.definition.source?.port);
    return isSameAddress && this.breaker.noteAnswer(askedAtMs);
  }

  get hasSource(): boolean {
    return this.#source !== undefined;
  }

  /** When it last gave a sign of life: its report, or its coming. Infinity without a source. */
  get heardAtMs(): number {
    return this.hasSource ? this.#heardAtMs : Infinity;
  }

  /** Infinity when it never reported. */
  ageMs(nowMs: number): number {
    return nowMs - this.#reportedAtMs;
  }

  isStale(nowMs: number): boolean {
    return this.hasSource && nowMs - this.#heardAtMs >= this.#staleAfterMs;
  }

  /** Silent for so long that it is to be dropped. */
  isLost(nowMs: number): boolean {
    const isSilent = this.hasSource && nowMs - this.#heardAtMs >= this.#dropAfterMs;
    return isSilent && nowMs >= this.#keptUntilMs;
  }

  /** Reports come in again elsewhere: its own get the time of a few polls before it is dropped. */
  keepForNow(nowMs: number): void {
    if (this.isLost(nowMs)) this.#keptUntilMs = nowMs + this.#staleAfterMs;
  }

  isReporting(nowMs: number): boolean {
    return this.ageMs(nowMs) < this.#dropAfterMs;
  }

  /** Why the last poll gave nothing; undefined when it gave something. */
  get refusal(): string | undefined {
    return this.#refusal?.message;
  }

  /** Prefill tokens/s as its page told last; undefined before the first time. */
  get measuredTps(): number | undefined {
    return this.#report?.stats.lastMeanInputTps || undefined;
  }

  /**
   * Its statistics. A report that is too old is still the best there is; but queues that it tells
   * of are long worked off, and an engine that was full must not be full for ever.
   */
  figures(clusterRttMs: number, nowMs: number): BackendFigures {
    const { stats, rttMs = clusterRttMs } = this.definition;
    const report = this.#report;
    if (report === undefined) {
      return { stats: this.#usable(stats), rttMs, reportedAtMs: -Infinity };
    }
    const reported = { ...stats, ...report.stats };
    return {
      stats: this.#usable(this.isLost(nowMs) ? outdated(reported, stats) : reported),
      rttMs: report.rttMs,
      isThroughputMeasured: this.measuredTps !== undefined,
      reportedAtMs: this.#reportedAtMs,
    };
  }

  /** A configured capacity is for reading pages: by itself it would mean that nothing is free. */
  #usable(stats: BackendFigures['stats']): BackendFigures['stats'] {
    const { kvCacheCapacityTokens, ...others } = stats;
    const isUseKnown =
      stats.kvCacheUsedTokens !== undefined || stats.kvCacheFreeTokens !== undefined;
    return !this.hasSource || isUseKnown || kvCacheCapacityTokens === undefined ? stats : others;
  }

  #noteRefusal(refusal: Fault): void {
    const isNews = refusal.message !== this.#refusal?.message;
    this.#refusal = refusal;
    // That nobody answers shows in the backend getting stale; a wrong answer shows nowhere else.
    if (isNews && !isNoAnswer(refusal)) {
      this.dependencies.logRefusal(this.#source!.name, [refusal]);
    }
  }

  get #staleAfterMs(): number {
    return Math.max(this.dependencies.settings.staleAfterMs, 2 * this.#intervalMs);
  }

  get #dropAfterMs(): number {
    const { dropAfterMs } = this.dependencies.settings;
    return Math.max(dropAfterMs, this.#staleAfterMs, 4 * this.#intervalMs);
  }

  get #intervalMs(): number {
    return this.definition.source?.intervalMs ?? 0;
  }
}
