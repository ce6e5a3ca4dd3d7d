import type { Log } from './port.js';
/** The part of a pino logger that is used: an object with the fields goes first. */
export type PinoShapedLogger = Readonly<Record<'debug' | 'info' | 'warn', (fields: Record<string, unknown>) => void>>;
/**
 * Writes every event as one structured line with a stable `event` field.
 *
 * The package `pino` is not needed: any object with its `debug`, `info` and `warn` will do. Level
 * and destination are the logger's.
 *
 * @example
 * const telemetry = combineTelemetry({ log: createPinoLog(pino({ level: 'info' })) });
 */
export declare const createPinoLog: (logger: PinoShapedLogger) => Log;
