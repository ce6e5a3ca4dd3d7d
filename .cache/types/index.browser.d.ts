export * from './api.js';
export { createView, ready } from './adapters/platform/browser.js';
