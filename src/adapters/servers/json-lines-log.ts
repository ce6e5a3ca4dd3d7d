import { createPinoLog } from '../telemetry/pino.js';
import type { Log } from '../telemetry/port.js';

export const LOG_LEVELS = ['debug', 'info', 'warn', 'silent'] as const;

/** From which level on events are written. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Writes one JSON object per event to `write`, with level and time; needs no package. */
export const createJsonLinesLog = (
  level: LogLevel,
  write: (line: string) => void,
  nowIso: () => string = () => new Date().toISOString(),
): Log => {
  const at = (name: 'debug' | 'info' | 'warn') =>
    LOG_LEVELS.indexOf(name) < LOG_LEVELS.indexOf(level)
      ? () => undefined
      : (fields: Record<string, unknown>) => {
          write(`${JSON.stringify({ level: name, time: nowIso(), ...fields })}\n`);
        };
  return createPinoLog({ debug: at('debug'), info: at('info'), warn: at('warn') });
};
