import type { JsonObject } from '../../../core/codec/codec.js';
import type { Replays } from './replay-lines.js';
/** What came of a replay, for people. */
export declare const replaysText: (replays: Replays) => string;
/** The same as JSON. */
export declare const encodeReplays: (replays: Replays) => JsonObject;
