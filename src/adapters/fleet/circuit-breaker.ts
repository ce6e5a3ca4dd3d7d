import type { FleetSettings } from './settings.js';

/** Failed connects in a row that pause a backend. */
const FAILURES_TO_PAUSE = 3;

/**
 * Whether a backend may be connected to: a circuit breaker over its connects.
 *
 * Closed, it lets everything through. Three failures in a row open it: the backend is paused. When
 * the pause is over it is half open, and one request may probe the backend. A probe that fails
 * doubles the pause, any connect that works closes it. A probe whose outcome is never told is
 * followed by another one a pause later.
 */
export class CircuitBreaker {
  #failures = 0;
  #pauseMs = 0;
  #pausedUntilMs = -Infinity;
  #isProbing = false;

  constructor(readonly settings: Pick<FleetSettings, 'firstPauseMs' | 'maxPauseMs'>) {}

  /** Open or half open. */
  get isPaused(): boolean {
    return this.#pauseMs > 0;
  }

  /** Closed, or due for a probe. */
  mayTry(nowMs: number): boolean {
    return nowMs >= this.#pausedUntilMs;
  }

  /** A request was sent this way. */
  noteTry(nowMs: number): void {
    if (!this.isPaused || !this.mayTry(nowMs)) return;
    this.#isProbing = true;
    this.#pausedUntilMs = nowMs + this.#pauseMs;
  }

  note(outcome: 'connected' | 'failed', nowMs: number): void {
    if (outcome === 'connected') this.#close();
    else if (this.#isProbing) this.#pause(2 * this.#pauseMs, nowMs);
    else if (!this.isPaused && ++this.#failures >= FAILURES_TO_PAUSE) {
      this.#pause(this.settings.firstPauseMs, nowMs);
    }
  }

  #close(): void {
    this.#failures = 0;
    this.#pauseMs = 0;
    this.#pausedUntilMs = -Infinity;
    this.#isProbing = false;
  }

  #pause(durationMs: number, nowMs: number): void {
    this.#pauseMs = Math.min(durationMs, this.settings.maxPauseMs);
    this.#pausedUntilMs = nowMs + this.#pauseMs;
    this.#isProbing = false;
  }
}
