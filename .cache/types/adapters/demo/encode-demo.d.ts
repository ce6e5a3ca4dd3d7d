import type { JsonObject } from '../../core/codec/codec.js';
import type { DemoResult } from './demo.js';
/** The JSON of what the demo came to; `played` tells where its story was played. */
export declare const encodeDemo: ({ isRight, acts, replays }: DemoResult, played: "in_process" | "on_servers") => JsonObject;
