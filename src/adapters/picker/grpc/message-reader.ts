import { counted } from '../../../core/codec/counted.js';
import { PREFIX_BYTES } from '../wire/frame-writer.js';
import type { GrpcFault } from './grpc-status.js';

/**
 * Cuts the bytes of a call into its messages.
 *
 * A message that came in one piece is handed on without a copy; one in many pieces is put together
 * once, when the last is there. After a fault nothing more may be pushed.
 */
export class MessageReader {
  #pieces: Buffer[] = [];
  #heldBytes = 0;
  /** Bytes that must be there before it is worth looking again. */
  #neededBytes = PREFIX_BYTES;

  constructor(readonly maxBytes: number) {}

  /** Whether it holds the beginning of a message. */
  get isWithin(): boolean {
    return this.#heldBytes > 0;
  }

  /** Takes in bytes; calls `onMessage` for every message that they complete. */
  push(piece: Buffer, onMessage: (message: Buffer) => void): GrpcFault | undefined {
    let bytes = this.#join(piece);
    while (bytes !== undefined && bytes.length >= PREFIX_BYTES) {
      if (bytes[0] !== 0) return COMPRESSED;
      const endsAt = PREFIX_BYTES + bytes.readUInt32BE(1);
      if (endsAt - PREFIX_BYTES > this.maxBytes) return this.#tooLarge(endsAt - PREFIX_BYTES);
      if (bytes.length < endsAt) {
        this.#neededBytes = endsAt;
        break;
      }
      onMessage(bytes.subarray(PREFIX_BYTES, endsAt));
      bytes = bytes.subarray(endsAt);
    }
    if (bytes !== undefined && bytes.length > 0) this.#hold(bytes);
    return undefined;
  }

  /** What can be looked at; undefined while there is too little. */
  #join(piece: Buffer): Buffer | undefined {
    if (this.#heldBytes === 0) return piece;
    this.#hold(piece);
    if (this.#heldBytes < this.#neededBytes) return undefined;
    const joined = Buffer.concat(this.#pieces, this.#heldBytes);
    this.#pieces = [];
    this.#heldBytes = 0;
    this.#neededBytes = PREFIX_BYTES;
    return joined;
  }

  #hold(piece: Buffer): void {
    this.#pieces.push(piece);
    this.#heldBytes += piece.length;
  }

  #tooLarge(bytes: number): GrpcFault {
    const given = `a message of ${counted(bytes, 'byte')}`;
    return {
      status: 'RESOURCE_EXHAUSTED',
      message: `expected messages of at most ${counted(this.maxBytes, 'byte')}, given ${given}`,
    };
  }
}

const COMPRESSED: GrpcFault = {
  status: 'UNIMPLEMENTED',
  message: 'expected messages that are not compressed',
};
