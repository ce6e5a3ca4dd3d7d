import type { Hasher } from '../../core/hash.js';
/** Resolves when the WebAssembly hasher is loaded; decide with affinity keys only after it. */
export declare const ready: Promise<void>;
/** The hasher of this platform. Throws until `ready` has resolved. */
export declare const platformHasher: Hasher;
/** `createView` of this platform; all its views share one byte budget of 64 MiB. */
export declare const createView: import("./view-factory.js").CreateView;
