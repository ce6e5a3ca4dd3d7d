export * from './api.js';
export { createView, ready } from './adapters/platform/node.js';
