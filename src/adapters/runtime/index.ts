import { createView } from '../platform/node.js';
import { engineFactory } from './engine.js';

/** The engine that a service embeds, on this platform's hasher. */
export const createEngine = engineFactory(createView, () => performance.now());

export * from './api.js';
