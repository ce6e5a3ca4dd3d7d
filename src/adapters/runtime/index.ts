import { createView } from '../platform/node.js';
import { runtimeFactory } from './routing-runtime.js';

/** Creates the routing engine that a service embeds, on this platform's hasher. */
export const createEngine = runtimeFactory(createView, () => performance.now());

export * from './api.js';
