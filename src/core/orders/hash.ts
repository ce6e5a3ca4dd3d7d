/**
 * The hashing port. The core never picks a hash library; the package entry hands one in:
 * a native one under Node, a WebAssembly one in browsers.
 */
export type Hasher = Readonly<{
  /** XXH3-64 with seed 0 of all of `bytes`. */
  hash64: (bytes: Uint8Array) => bigint;
}>;

/** Slices of at most this length are kept for reuse; making one costs more than a short hash. */
const KEPT_SLICE_BYTES = 1024;

/** Longer texts are encoded natively; for shorter ones the call costs more than the loop. */
const LONGEST_LOOP = 40;

/** Room that is kept for good; a huge value gets more, which is given back after it. */
const KEPT_BYTES = 16 * 1024;

const encoder = new TextEncoder();

/** Which of the two 32-bit halves of a 64-bit number in memory is the lower one, on this machine. */
export const LOW_HALF = new Uint32Array(new BigUint64Array([1n]).buffer)[0] === 1 ? 0 : 1;
export const HIGH_HALF = 1 - LOW_HALF;

/**
 * A reusable buffer for tagged hash inputs.
 *
 * Layout, shared with every compatible router: a version byte `01`, then fields; a field is its
 * tag in ASCII, `FF`, the value's length as u64 little-endian, and the value's UTF-8 bytes.
 */
export class HashInput {
  #bytes = new Uint8Array(256);
  #slices: (Uint8Array | undefined)[] = [];
  #length = 0;
  readonly #word = new BigUint64Array(1);
  readonly #halves = new Uint32Array(this.#word.buffer);

  constructor(readonly hasher: Hasher) {}

  /** Length so far; hand it to `rewind` to reuse the same beginning. */
  get length(): number {
    return this.#length;
  }

  begin(): this {
    this.#bytes[0] = 1;
    this.#length = 1;
    return this;
  }

  rewind(length: number): this {
    this.#length = length;
    if (this.#bytes.length > KEPT_BYTES && length < KEPT_BYTES) this.#resize(KEPT_BYTES);
    return this;
  }

  field(tag: string, value: string): this {
    // A UTF-16 unit takes at most three bytes of UTF-8.
    this.#reserve(tag.length + 9 + value.length * 3);
    const lengthAt = this.#writeTag(tag);
    this.#length = lengthAt + 8;
    const size = this.#writeText(value);
    this.#writeU64(lengthAt, size);
    this.#length += size;
    return this;
  }

  /** A field whose value is a u64, little-endian. */
  indexField(tag: string, value: number): this {
    this.#reserve(tag.length + 17);
    const at = this.#writeTag(tag);
    this.#writeU64(at, 8);
    this.#writeU64(at + 8, value);
    this.#length = at + 16;
    return this;
  }

  /** A field encoded beforehand by `encodeField`; its first `from` bytes stand there already. */
  encodedField(field: Uint8Array, from = 0): this {
    this.#reserve(field.length);
    const bytes = this.#bytes;
    const at = this.#length;
    const { length } = field;
    for (let i = from; i < length; i++) bytes[at + i] = field[i]!;
    this.#length = at + length;
    return this;
  }

  hash(): bigint {
    return this.hasher.hash64(this.#slice());
  }

  /** The number next to the hash, as `Number` would round it, which takes longer. */
  hashRounded(): number {
    this.#word[0] = this.hash();
    return this.#halves[HIGH_HALF]! * 2 ** 32 + this.#halves[LOW_HALF]!;
  }

  /** The upper 53 bits of the hash: what a number holds exactly. Shifting a bigint takes longer. */
  hash53(): number {
    this.#word[0] = this.hash();
    return this.#halves[HIGH_HALF]! * 2 ** 21 + (this.#halves[LOW_HALF]! >>> 11);
  }

  #slice(): Uint8Array {
    if (this.#length > KEPT_SLICE_BYTES) return this.#bytes.subarray(0, this.#length);
    return (this.#slices[this.#length] ??= this.#bytes.subarray(0, this.#length));
  }

  #writeTag(tag: string): number {
    const bytes = this.#bytes;
    let at = this.#length;
    for (let i = 0; i < tag.length; i++) bytes[at++] = tag.charCodeAt(i);
    bytes[at++] = 0xff;
    return at;
  }

  /** Writes `text` at the current end and returns its size in bytes. */
  #writeText(text: string): number {
    const bytes = this.#bytes;
    const at = this.#length;
    const { length } = text;
    if (length > LONGEST_LOOP) return encoder.encodeInto(text, bytes.subarray(at)).written;
    for (let i = 0; i < length; i++) {
      const unit = text.charCodeAt(i);
      if (unit > 127) return encoder.encodeInto(text, bytes.subarray(at)).written;
      bytes[at + i] = unit;
    }
    return length;
  }

  #writeU64(at: number, value: number): void {
    const bytes = this.#bytes;
    const high = Math.floor(value / 2 ** 32);
    for (let i = 0; i < 4; i++) {
      // Shifts take a number modulo 2^32, which leaves the low half.
      bytes[at + i] = value >>> (8 * i);
      bytes[at + 4 + i] = high >>> (8 * i);
    }
  }

  #reserve(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#bytes.length) return;
    this.#resize(Math.max(needed, this.#bytes.length * 2));
  }

  #resize(size: number): void {
    const bytes = new Uint8Array(size);
    bytes.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = bytes;
    this.#slices = [];
  }
}

/** One field as bytes, for values that are hashed over and over. */
export const encodeField = (tag: string, value: string): Uint8Array => {
  const text = encoder.encode(value);
  const bytes = new Uint8Array(tag.length + 9 + text.length);
  bytes.set(encoder.encode(tag));
  bytes[tag.length] = 0xff;
  new DataView(bytes.buffer).setBigUint64(tag.length + 1, BigInt(text.length), true);
  bytes.set(text, tag.length + 9);
  return bytes;
};
