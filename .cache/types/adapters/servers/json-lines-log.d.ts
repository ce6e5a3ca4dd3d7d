import type { Log } from '../telemetry/port.js';
export declare const LOG_LEVELS: readonly ["debug", "info", "warn", "silent"];
/** From which level on events are written. */
export type LogLevel = (typeof LOG_LEVELS)[number];
/** Writes one JSON object per event to `write`, with level and time; needs no package. */
export declare const createJsonLinesLog: (level: LogLevel, write: (line: string) => void, nowIso?: () => string) => Log;
