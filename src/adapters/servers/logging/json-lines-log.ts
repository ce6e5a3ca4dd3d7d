import { loggableFields } from '../../telemetry/log-fields.js';
import type { Log, LogEvent, LogFields } from '../../telemetry/port.js';

export const LOG_LEVELS = ['debug', 'info', 'warn', 'silent'] as const;

/** From which level on events are written. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * Writes one JSON object per event to `write`: `level`, `time` (ISO 8601), `event`, then the fields.
 * Needs no package, and looks the same whichever are installed.
 */
export const createJsonLinesLog = (
  level: LogLevel,
  write: (line: string) => void,
  nowIso: () => string = () => new Date().toISOString(),
): Log => {
  const at = (name: 'debug' | 'info' | 'warn') =>
    LOG_LEVELS.indexOf(name) < LOG_LEVELS.indexOf(level)
      ? ignore
      : (event: LogEvent, fields: LogFields) => {
          const line = { level: name, time: nowIso(), event, ...loggableFields(fields) };
          write(`${JSON.stringify(line)}\n`);
        };
  return { debug: at('debug'), info: at('info'), warn: at('warn') };
};

/** Of a level that is not written, not even the line is made. */
const ignore = (): void => undefined;
