import type { CancelSignal } from '../../time/cancel-signal.js';

/** Whether the proxy has given a request up; `aborted` once it has. */
export class Departure implements CancelSignal {
  #isAborted = false;
  #listeners: (() => void)[] = [];

  get aborted(): boolean {
    return this.#isAborted;
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.push(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    const at = this.#listeners.indexOf(listener);
    if (at !== -1) this.#listeners.splice(at, 1);
  }

  abort(): void {
    if (this.#isAborted) return;
    this.#isAborted = true;
    for (const listener of this.#listeners.splice(0)) listener();
  }
}
