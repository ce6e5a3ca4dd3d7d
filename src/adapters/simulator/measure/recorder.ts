import type { Flight } from '../router/flight.js';
import { Histogram } from './histogram.js';
import { TimeGrid, type TimeSeries } from './time-grid.js';

/** Takes down what happens in a run, in constant memory. */
export class Recorder {
  readonly grid = new TimeGrid();
  readonly ttftMs = new Histogram();
  readonly returningTtftMs = new Histogram();
  readonly waitMs = new Histogram();
  readonly engineWaitMs = new Histogram();
  readonly durationMs = new Histogram();
  readonly promptTokens: TimeSeries;
  readonly cachedTokens: TimeSeries;
  readonly load: readonly TimeSeries[];
  /** Requests with a first token, by cluster. */
  readonly served: Float64Array;
  readonly computedTokens: Float64Array;
  /** Returning requests, by the cluster that had served the session last and the one that does now. */
  readonly moves: Float64Array;
  measuredCount = 0;
  answeredCount = 0;
  doneCount = 0;
  refusedCount = 0;
  failedCount = 0;
  goodCount = 0;
  inputTokens = 0;
  reusedTokens = 0;
  returningInputTokens = 0;
  returningReusedTokens = 0;

  constructor(
    readonly clusterCount: number,
    readonly warmupMs: number,
    readonly ttftObjectiveMs: number,
  ) {
    this.promptTokens = this.grid.series();
    this.cachedTokens = this.grid.series();
    this.load = Array.from({ length: clusterCount }, () => this.grid.series());
    this.served = new Float64Array(clusterCount);
    this.computedTokens = new Float64Array(clusterCount);
    this.moves = new Float64Array(clusterCount * clusterCount);
  }

  arrived(flight: Flight): void {
    if (this.#isMeasured(flight)) this.measuredCount++;
  }

  /** The first token is with the client, `ttftMs` after the request arrived. */
  firstToken(flight: Flight, ttftMs: number, nowMs: number): void {
    const { turn, cachedTokens, cluster, lastCluster } = flight;
    this.promptTokens.count(nowMs, turn.inputTokens);
    this.cachedTokens.count(nowMs, cachedTokens);
    if (!this.#isMeasured(flight)) return;
    this.answeredCount++;
    this.ttftMs.add(ttftMs);
    this.waitMs.add(flight.waitMs);
    this.engineWaitMs.add(flight.startedMs - flight.reachedMs);
    if (ttftMs <= this.ttftObjectiveMs) this.goodCount++;
    this.inputTokens += turn.inputTokens;
    this.reusedTokens += cachedTokens;
    this.served[cluster]! += 1;
    this.computedTokens[cluster]! += turn.inputTokens - cachedTokens;
    if (turn.number > 1) {
      this.returningTtftMs.add(ttftMs);
      this.returningInputTokens += turn.inputTokens;
      this.returningReusedTokens += cachedTokens;
    }
    if (lastCluster >= 0) this.moves[lastCluster * this.clusterCount + cluster]! += 1;
  }

  ended(flight: Flight, ending: 'done' | 'refused' | 'failed', nowMs: number): void {
    if (!this.#isMeasured(flight)) return;
    if (ending === 'done') {
      this.doneCount++;
      this.durationMs.add(nowMs - flight.arrivedMs);
    } else if (ending === 'refused') this.refusedCount++;
    else this.failedCount++;
  }

  #isMeasured(flight: Flight): boolean {
    return flight.arrivedMs >= this.warmupMs;
  }
}
