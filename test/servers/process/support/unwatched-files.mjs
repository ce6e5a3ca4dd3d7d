/**
 * Loaded into a server before its program: it sees no change of a file by itself. The package that
 * watches cannot be loaded, and the timers after which files are read anyway never ring.
 */
import { register } from 'node:module';

const hooks = `
export const resolve = (name, context, next) => {
  if (name === 'chokidar') throw new Error('chokidar is left out');
  return next(name, context);
};`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);

const NEVER_MS = 2 ** 31 - 1;
const { setTimeout: start } = globalThis;
globalThis.setTimeout = (run, delayMs, ...given) =>
  start(run, delayMs >= 1_000 ? NEVER_MS : delayMs, ...given);
