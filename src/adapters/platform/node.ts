import { nativeHasher } from './native-hasher.js';
import { viewFactory } from './view-factory.js';

/** Resolves when hashing is ready: at once under Node. */
export const ready: Promise<void> = Promise.resolve();

/** The hasher of this platform. */
export const platformHasher = nativeHasher;

/** `createView` of this platform; all its views share one byte budget of 64 MiB. */
export const createView = viewFactory(platformHasher);
