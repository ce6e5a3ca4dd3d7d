import type * as Protobuf from 'protobufjs';

/** A flag and the length of the message stand before every message of gRPC. */
export const PREFIX_BYTES = 5;

/** A writer that has held more than this is not kept. */
const MAX_KEPT_BYTES = 128 * 1024;

/** Writes messages with their prefix, as gRPC sends them. */
export class FrameWriter {
  /** Kept from one message to the next; gone while one is being written. */
  #spare: Protobuf.Writer | undefined;

  constructor(readonly createWriter: () => Protobuf.Writer) {}

  write(type: Protobuf.Type, message: object): Buffer {
    const writer = this.#spare ?? this.createWriter();
    this.#spare = undefined;
    const { pos: byteCount } = type.encode(message, writer);
    const frame = Buffer.allocUnsafe(PREFIX_BYTES + byteCount);
    frame[0] = 0;
    frame.writeUInt32BE(byteCount, 1);
    writer.finishInto(frame, PREFIX_BYTES);
    if (byteCount <= MAX_KEPT_BYTES) this.#spare = writer.reset();
    return frame;
  }
}
