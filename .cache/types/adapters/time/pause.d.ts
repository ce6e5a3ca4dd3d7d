import type { Clock } from './clock.js';
/** Resolves after `delayMs`, or at once when `signal` aborts; leaves no timer behind. */
export declare const pause: (clock: Clock, delayMs: number, signal: AbortSignal) => Promise<void>;
