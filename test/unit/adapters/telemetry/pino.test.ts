import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { shortened } from '../../../../src/core/codec/fault.js';
import { LOG_TEXT_MAX_LENGTH } from '../../../../src/adapters/telemetry/log-fields.js';
import { createPinoLog } from '../../../../src/adapters/telemetry/pino.js';
import type { Log } from '../../../../src/adapters/telemetry/port.js';

/** A log through a real pino, and the lines it wrote. */
const capture = (level = 'debug') => {
  const written: string[] = [];
  const stream = { write: (line: string) => void written.push(line) };
  const log: Log = createPinoLog(pino({ level, base: null, timestamp: false }, stream));
  return { log, written };
};

describe('the pino log', () => {
  test('writes one structured line per event, the event first', () => {
    const { log, written } = capture();
    log.info('config_loaded', { path: '/etc/lb.json', warnings: ['a', 'b'], modelCount: 2 });
    log.debug('routing_session', { requestId: 'r1', sessionState: 'new', promoted: false });
    log.warn('snapshot_rejected', { reason: null, skipped: undefined });
    expect(written).toEqual([
      '{"level":30,"event":"config_loaded","path":"/etc/lb.json","warnings":["a","b"],"modelCount":2}\n',
      '{"level":20,"event":"routing_session","requestId":"r1","sessionState":"new","promoted":false}\n',
      '{"level":40,"event":"snapshot_rejected","reason":null}\n',
    ]);
  });

  test('leaves the level to the logger', () => {
    const { log, written } = capture('warn');
    log.info('config_loaded', {});
    log.warn('hints_missing', {});
    expect(written).toEqual(['{"level":40,"event":"hints_missing"}\n']);
  });

  test('never writes secrets, affinity keys or session ids, however the field is spelled', () => {
    const { log, written } = capture();
    log.warn('last_cluster_store_error', {
      ...{ affinityKey: 's3', cache_affinity_key: 's3', 'x-cache-affinity-key': 's3' },
      ...{ sessionId: 's3', session_id: 's3', 'x-multi-turn-session-id': 's3' },
      ...{ Authorization: 's3', apiKey: 's3', prompt_cache_key: 's3', model: 'm' },
    });
    expect(written).toEqual(['{"level":40,"event":"last_cluster_store_error","model":"m"}\n']);
  });

  test('keeps the event a field cannot replace', () => {
    const { log, written } = capture();
    log.info('config_loaded', { event: 'forged' });
    expect(written).toEqual(['{"level":30,"event":"config_loaded"}\n']);
  });

  test('escapes and cuts untrusted text, and keeps a whole canonical expression', () => {
    const { log, written } = capture();
    const expression = `pulsar;seed=${'x'.repeat(2000)}`;
    log.info('routing_expression_accepted', { expression });
    log.warn('routing_expression_rejected', {
      requested: 'a\u001b[31m\r\n\u2028\u202e\ud800',
      long: 'y'.repeat(100_000),
    });
    expect((JSON.parse(written[0]!) as { expression: string }).expression).toBe(expression);
    const { requested, long } = JSON.parse(written[1]!) as Record<string, string>;
    expect(requested).toBe('a\\u{1b}[31m\\r\\n\\u{2028}\\u{202e}\\u{d800}');
    expect(long).toHaveLength(4096);
    expect(long!.endsWith('...')).toBe(true);
  });

  test('takes any logger of the same shape', () => {
    const calls: unknown[] = [];
    const write = (fields: Record<string, unknown>) => void calls.push(fields);
    createPinoLog({ debug: write, info: write, warn: write }).info('server_listening', { port: 1 });
    expect(calls).toEqual([{ event: 'server_listening', port: 1 }]);
  });
});

describe('text in a log', () => {
  test('cuts to the given length, counting the escapes', () => {
    expect(shortened('abc')).toBe('abc');
    expect(shortened('\n\n\n\n', 7)).toBe('\\n\\n...');
    expect(shortened('z'.repeat(300), LOG_TEXT_MAX_LENGTH)).toHaveLength(256);
  });
});
