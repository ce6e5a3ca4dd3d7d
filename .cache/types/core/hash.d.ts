/**
 * The hashing port. The core never picks a hash library; the package entry hands one in:
 * a native one under Node, a WebAssembly one in browsers.
 */
export type Hasher = Readonly<{
    /** XXH3-64 with seed 0 of all of `bytes`. */
    hash64: (bytes: Uint8Array) => bigint;
}>;
/**
 * A reusable buffer for tagged hash inputs.
 *
 * Layout, shared with every compatible router: a version byte `01`, then fields; a field is its
 * tag in ASCII, `FF`, the value's length as u64 little-endian, and the value's UTF-8 bytes.
 */
export declare class HashInput {
    #private;
    readonly hasher: Hasher;
    constructor(hasher: Hasher);
    /** Length so far; hand it to `rewind` to reuse the same beginning. */
    get length(): number;
    begin(): this;
    rewind(length: number): this;
    field(tag: string, value: string): this;
    /** A field whose value is a u64, little-endian. */
    indexField(tag: string, value: number): this;
    /** A field encoded beforehand by `encodeField`; its first `from` bytes stand there already. */
    encodedField(field: Uint8Array, from?: number): this;
    hash(): bigint;
}
/** One field as bytes, for values that are hashed over and over. */
export declare const encodeField: (tag: string, value: string) => Uint8Array;
