import { shortened } from '../../../core/codec/fault.js';
import { LOG_TEXT_MAX_LENGTH } from '../../telemetry/log-fields.js';
import { createLogWriter } from './log-writer.js';

export const ACCESS_LOG_FORMATS = ['off', 'json', 'text'] as const;

/** How a request is written down when it is over. */
export type AccessLogFormat = (typeof ACCESS_LOG_FORMATS)[number];

/** What is written of a request: no key, no prompt, no session id, no path. */
export type AccessFields = Readonly<Record<string, string | number | null>>;

/** Writes one line per request; undefined when nothing is to be written. */
export type AccessLog = (fields: AccessFields) => void;

/** The access log of a server, on standard output by default; no reader can hold it up. */
export const createAccessLog = (
  format: AccessLogFormat,
  write: (line: string) => void = standardOutput(),
): AccessLog | undefined => {
  if (format === 'off') return undefined;
  const render = format === 'json' ? jsonLine : textLine;
  return (fields) => {
    write(`${render(fields)}\n`);
  };
};

const standardOutput = (): ((line: string) => void) =>
  createLogWriter((lines) => `${JSON.stringify({ lost_access_lines: lines })}\n`, process.stdout)
    .write;

const jsonLine = (fields: AccessFields): string => JSON.stringify(fields);

/** `name=value` in the order of the fields; what is not known is `-`. */
const textLine = (fields: AccessFields): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${textValue(value)}`)
    .join(' ');

const textValue = (value: string | number | null): string => {
  if (value === null) return '-';
  const text = typeof value === 'string' ? shortened(value, LOG_TEXT_MAX_LENGTH) : String(value);
  return /^[^\s"=]+$/.test(text) ? text : JSON.stringify(text);
};
