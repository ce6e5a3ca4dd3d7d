import type { ModelDirectory, ModelEntry } from './port.js';
/** An entry of the list, with the keys that open it. */
export type ListEntry = ModelEntry & Readonly<{
    /** SHA-256 of each key, 32 bytes; undefined: open to all. */
    keyDigests: readonly Buffer[] | undefined;
}>;
/**
 * Makes a directory of a list.
 *
 * A name is looked up as it stands first, then as `<routing key>/<model>`, split at the first "/".
 * Of several entries with one name the first that the key opens is taken, then the first open one.
 */
export declare const createListDirectory: (entries: readonly ListEntry[]) => ModelDirectory;
