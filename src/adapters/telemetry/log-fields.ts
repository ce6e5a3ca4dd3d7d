import { shortened } from '../../core/codec/fault.js';
import type { LogFields } from './port.js';

/** Longest untrusted text in a log line or a span, in characters. */
export const LOG_TEXT_MAX_LENGTH = 256;

/**
 * The fields of an event as they may be written: texts escaped and cut to 4,096 characters (a whole
 * canonical expression fits), fields without a value left out, and so is whatever is named like a
 * secret, an affinity key or a session id, however it is spelled.
 */
export const loggableFields = (fields: LogFields): Record<string, unknown> => {
  const written: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || name === 'event' || isSecret(name)) continue;
    if (typeof value === 'string') written[name] = shortened(value, MAX_FIELD_LENGTH);
    else if (isList(value)) written[name] = value.map((text) => shortened(text, MAX_FIELD_LENGTH));
    else written[name] = value;
  }
  return written;
};

const MAX_FIELD_LENGTH = 4096;

const SECRET_NAMES: ReadonlySet<string> = new Set([
  'affinitykey',
  'apikey',
  'authorization',
  'cacheaffinitykey',
  'conversationid',
  'cookie',
  'multiturnsessionid',
  'password',
  'promptcachekey',
  'secret',
  'sessionid',
  'token',
  'xcacheaffinitykey',
  'xmultiturnsessionid',
]);

const isSecret = (name: string): boolean =>
  SECRET_NAMES.has(name.toLowerCase().replace(/[-_.]/g, ''));

const isList = (value: LogFields[string]): value is readonly string[] => Array.isArray(value);
