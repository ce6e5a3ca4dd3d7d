import { nativeHasher } from '../platform/native-hasher.js';

/**
 * Where in its interval something is polled, in [0, 1): a hash of its name, so that many polls of
 * one interval spread over it, and the same in every run.
 */
export const phaseOf = (name: string): number =>
  Number(nativeHasher.hash64(new TextEncoder().encode(name)) >> 11n) / 2 ** 53;
