import type { BodyHold } from '../../gateway/request/body-budget.js';

/** What is wrong with a body that is not read on. */
export type IntakeFault = 'too_large' | 'over_budget';

/** A request body that comes in pieces, within a limit of its own and the budget of all. */
export class BodyIntake {
  #pieces: Uint8Array[] = [];
  #bytes = 0;

  constructor(
    readonly maxBytes: number,
    readonly hold: BodyHold,
  ) {}

  /** The fault that a body of so many bytes will meet. */
  faultOf(bytes: number): IntakeFault | undefined {
    if (bytes > this.maxBytes) return 'too_large';
    return this.hold.hasRoom(bytes) ? undefined : 'over_budget';
  }

  /** Takes a piece in; the fault, if there is no room for it. */
  add(piece: Uint8Array): IntakeFault | undefined {
    this.#bytes += piece.length;
    if (this.#bytes > this.maxBytes) return 'too_large';
    if (!this.hold.take(piece.length)) return 'over_budget';
    this.#pieces.push(piece);
    return undefined;
  }

  /** The whole body, without a copy where it came in one piece. */
  take(): Buffer {
    const pieces = this.#pieces;
    this.#pieces = [];
    const [only] = pieces;
    return pieces.length === 1 && only !== undefined
      ? Buffer.from(only.buffer, only.byteOffset, only.byteLength)
      : Buffer.concat(pieces, this.#bytes);
  }
}
