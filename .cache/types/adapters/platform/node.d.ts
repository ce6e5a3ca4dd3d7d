/** Resolves when hashing is ready: at once under Node. */
export declare const ready: Promise<void>;
/** The hasher of this platform. */
export declare const platformHasher: Readonly<{
    hash64: (bytes: Uint8Array) => bigint;
}>;
/** `createView` of this platform; all its views share one byte budget of 64 MiB. */
export declare const createView: import("./view-factory.js").CreateView;
