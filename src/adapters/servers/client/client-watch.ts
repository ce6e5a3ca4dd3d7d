/**
 * Cuts off clients that keep a server waiting: silent for too long while it is their turn, or
 * sending so little at a time that it never ends.
 *
 * One timer for all of them, counting in ticks: whoever moves on sets its own count back.
 */

/** A body must come at this rate on average, once it has taken the time a client may be silent. */
export const MIN_BYTES_PER_SECOND = 1_024;

const MAX_TICK_MS = 1_000;
const TICKS_PER_IDLE_TIME = 8;

/** The turns of the clients of one server. */
export class ClientWatch {
  readonly tickMs: number;
  readonly maxIdleTicks: number;
  readonly #turns = new Set<ClientTurn>();
  #timer: NodeJS.Timeout | undefined;

  /** `idleMs`: longest silence of a client whose turn it is. */
  constructor(idleMs: number) {
    this.tickMs = Math.min(MAX_TICK_MS, Math.max(1, Math.ceil(idleMs / TICKS_PER_IDLE_TIME)));
    // The first tick may come at once.
    this.maxIdleTicks = Math.ceil(idleMs / this.tickMs) + 1;
  }

  /** A turn that has not begun; `cut` is called once if the client lets it pass. */
  turn(cut: () => void, minBytesPerSecond = 0): ClientTurn {
    return new ClientTurn(this.#turns, () => this.#arm(), cut, minBytesPerSecond);
  }

  #arm(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      for (const turn of this.#turns) turn.tick(this);
      if (this.#turns.size > 0) this.#arm();
    }, this.tickMs).unref();
  }
}

/** The turn of one client, which can begin and end many times. */
export class ClientTurn {
  #idleTicks = 0;
  #activeTicks = 0;
  #bytes = 0;

  constructor(
    readonly turns: Set<ClientTurn>,
    readonly arm: () => void,
    readonly cut: () => void,
    readonly minBytesPerSecond: number,
  ) {}

  /** It is the client's turn from now on. */
  begin(): void {
    this.#idleTicks = 0;
    this.turns.add(this);
    this.arm();
  }

  /** The client has done something. */
  noteProgress(bytes: number): void {
    this.#idleTicks = 0;
    this.#bytes += bytes;
  }

  /** It is not the client's turn any more. */
  end(): void {
    this.turns.delete(this);
  }

  tick({ tickMs, maxIdleTicks }: Pick<ClientWatch, 'tickMs' | 'maxIdleTicks'>): void {
    this.#idleTicks += 1;
    this.#activeTicks += 1;
    const wanted = (this.#activeTicks * tickMs * this.minBytesPerSecond) / 1_000;
    const isDripping = this.#activeTicks > maxIdleTicks && this.#bytes < wanted;
    if (this.#idleTicks <= maxIdleTicks && !isDripping) return;
    this.end();
    this.cut();
  }
}
