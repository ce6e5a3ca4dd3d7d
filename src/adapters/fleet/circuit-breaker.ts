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
 *
 * A page of the backend that was asked for after the pause, and came, closes it too, on trial: the
 * page may have come over a connection of old, so the next failed connect doubles the pause.
 */
export class CircuitBreaker {
  #failures = 0;
  #isPaused = false;
  /** Of the pause that the next one doubles; 0: of none. */
  #pauseMs = 0;
  #pausedUntilMs = -Infinity;
  #isProbing = false;

  constructor(readonly settings: Pick<FleetSettings, 'firstPauseMs' | 'maxPauseMs'>) {}

  /** Open or half open. */
  get isPaused(): boolean {
    return this.#isPaused;
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
    if (outcome === 'connected') this.#close({ failures: 0, pauseMs: 0 });
    else if (this.isPaused ? this.#isProbing : ++this.#failures >= FAILURES_TO_PAUSE) {
      this.#pause(nowMs);
    }
  }

  /** A page of the backend has come that was asked for at `askedAtMs`. True when it ends a pause. */
  noteAnswer(askedAtMs: number): boolean {
    if (!this.isPaused || !this.mayTry(askedAtMs)) return false;
    this.#close({ failures: FAILURES_TO_PAUSE - 1, pauseMs: this.#pauseMs });
    return true;
  }

  #close({ failures, pauseMs }: Readonly<{ failures: number; pauseMs: number }>): void {
    this.#failures = failures;
    this.#isPaused = false;
    this.#pauseMs = pauseMs;
    this.#pausedUntilMs = -Infinity;
    this.#isProbing = false;
  }

  #pause(nowMs: number): void {
    const { firstPauseMs, maxPauseMs } = this.settings;
    this.#isPaused = true;
    this.#pauseMs = Math.min(2 * this.#pauseMs || firstPauseMs, maxPauseMs);
    this.#pausedUntilMs = nowMs + this.#pauseMs;
    this.#isProbing = false;
  }
}
