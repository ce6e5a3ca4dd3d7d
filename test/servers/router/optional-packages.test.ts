import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { describe, expect, test } from 'vitest';
import { openUpstream } from '../../../src/adapters/servers/upstream/upstream.js';
import { createJsonLinesLog } from '../../../src/adapters/servers/logging/json-lines-log.js';
import { loadPackage } from '../../../src/adapters/node/load-package.js';
import { TEST_LIMITS } from './support/start-server.js';

describe('a package that is not installed', () => {
  test('is named', async () => {
    const missing = loadPackage<never>('undici-that-is-not-there');
    const opened = await openUpstream(TEST_LIMITS, missing)();
    expect(E.isLeft(opened) && opened.left.message).toContain('npm install undici-that-is-not');
  });

  test('is asked for only when something is opened', () => {
    let isLoaded = false;
    const load: TE.TaskEither<never, never> = () => {
      isLoaded = true;
      return Promise.reject(new Error('not yet'));
    };
    openUpstream(TEST_LIMITS, load);
    expect(isLoaded).toBe(false);
  });
});

describe('log lines without a package', () => {
  const write = (level: 'debug' | 'warn' | 'silent') => {
    const lines: string[] = [];
    const log = createJsonLinesLog(
      level,
      (line) => lines.push(line),
      () => 'now',
    );
    log.debug('routing_session', { model: 'm' });
    log.warn('upstream_error', { message: 'line\nbreak', authorization: 'secret' });
    return lines;
  };

  test('are JSON, one event a line, without secrets', () => {
    expect(write('debug')).toEqual([
      '{"level":"debug","time":"now","event":"routing_session","model":"m"}\n',
      '{"level":"warn","time":"now","event":"upstream_error","message":"line\\\\nbreak"}\n',
    ]);
  });

  test('start at the level that is asked for', () => {
    expect(write('warn')).toHaveLength(1);
    expect(write('silent')).toEqual([]);
  });
});
