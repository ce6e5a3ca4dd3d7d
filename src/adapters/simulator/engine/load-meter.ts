/** Load of an engine over time: integrals of what runs and what queues, in request-milliseconds. */
export class LoadMeter {
  runningMs = 0;
  queuedMs = 0;
  #atMs = 0;
  #slices: LoadSlices | undefined;

  /** Also tells `slices` from now on. */
  watch(slices: LoadSlices): void {
    this.#slices = slices;
  }

  /** The load was this since the last call. */
  advance(nowMs: number, running: number, queued: number): void {
    const durationMs = nowMs - this.#atMs;
    if (durationMs <= 0) return;
    this.runningMs += running * durationMs;
    this.queuedMs += queued * durationMs;
    this.#slices?.add(this.#atMs, nowMs, running + queued);
    this.#atMs = nowMs;
  }

  /** Starts the integrals over at a moment up to which they have been brought. */
  restart(): void {
    this.runningMs = 0;
    this.queuedMs = 0;
  }
}

/** Takes a value that held from one moment to another. */
export interface LoadSlices {
  add: (fromMs: number, toMs: number, value: number) => void;
}
