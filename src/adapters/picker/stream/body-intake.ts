/** A request body that comes in pieces, within a limit. */
export class BodyIntake {
  #pieces: Uint8Array[] = [];
  #bytes = 0;

  constructor(readonly maxBytes: number) {}

  /** Takes a piece in; false when that is more than the limit. */
  add(piece: Uint8Array): boolean {
    this.#pieces.push(piece);
    this.#bytes += piece.length;
    return this.#bytes <= this.maxBytes;
  }

  /** The whole body, without a copy where it came in one piece. Nothing is held afterwards. */
  take(): Buffer {
    const pieces = this.#pieces;
    this.#pieces = [];
    const [only] = pieces;
    return pieces.length === 1 && only !== undefined
      ? Buffer.from(only.buffer, only.byteOffset, only.byteLength)
      : Buffer.concat(pieces, this.#bytes);
  }
}
