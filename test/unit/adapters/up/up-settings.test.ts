import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { readUpSettings } from '../../../../src/adapters/up/up-server-settings.js';
import { clusterIdOf, engineUrl } from '../../../../src/adapters/up/engine-names.js';

const read = (options: Parameters<typeof readUpSettings>[0], environment = {}) => {
  const settings = readUpSettings({ engine: ['http://e:1'], ...options }, environment);
  if (E.isRight(settings)) return settings.right;
  throw new Error(settings.left.map(({ message }) => message).join('\n'));
};

describe('the settings of homeward up', () => {
  test('are the defaults of its page', () => {
    const { up, gateway, router, lastCluster } = read({});
    expect(up).toMatchObject({ engines: ['http://e:1'], slots: 64 });
    expect(gateway).toMatchObject({ sessionFallback: 'opening', maxWait: 30_000 });
    expect(gateway.listen).toEqual({ host: '127.0.0.1', port: 8090 });
    expect(router.listen).toEqual({ host: '127.0.0.1', port: 0 });
    expect(router.metrics).toBe('off');
    expect(lastCluster.isEnabled).toBe(true);
  });

  test('of both servers are for both, but for addresses and the delay before the end', () => {
    const given = { maxBody: '1MiB', listen: '0.0.0.0:1', metrics: '2', shutdownDelay: '3s' };
    const { gateway, router } = read(given);
    expect([gateway.maxBody, router.maxBody]).toEqual([2 ** 20, 2 ** 20]);
    expect([gateway.listen.port, router.listen.port]).toEqual([1, 0]);
    expect([gateway.shutdownDelay, router.shutdownDelay]).toEqual([3000, 0]);
    expect(router.metrics).toBe('off');
  });

  test('have the gateway wait longer than the router, which tells what was late', () => {
    const { gateway, router } = read({ responseTimeout: '3s', silenceTimeout: '1h' });
    expect([router.responseTimeout, gateway.responseTimeout]).toEqual([3000, 3600]);
    expect([router.silenceTimeout, gateway.silenceTimeout]).toEqual([3_600_000, 4_320_000]);
    const defaults = read({});
    expect(defaults.gateway.responseTimeout).toBe(1.2 * defaults.router.responseTimeout);
    expect(defaults.gateway.silenceTimeout).toBe(1.2 * defaults.router.silenceTimeout);
    const greatest = read({ responseTimeout: '2147483647ms' });
    expect(greatest.gateway.responseTimeout).toBe(greatest.router.responseTimeout);
    expect(() => read({ responseTimeout: '3' })).toThrow(
      /^--response-timeout: expected a duration [^\n]*given "3"$/,
    );
  });

  test('come from variables, too, each server with its own', () => {
    const { up, gateway, router, lastCluster } = read(
      { engine: undefined },
      {
        ...{ HOMEWARD_UP_ENGINE: 'http://a http://b', HOMEWARD_ROUTER_LISTEN: '0.0.0.0:1' },
        ...{ HOMEWARD_GATEWAY_MAX_BODY: '1', HOMEWARD_ROUTER_MAX_BODY: '2' },
        STARGATE_LAST_CLUSTER_ENABLED: 'false',
      },
    );
    expect(up.engines).toEqual(['http://a', 'http://b']);
    expect([gateway.maxBody, router.maxBody]).toEqual([1, 2]);
    expect(router.listen.host).toBe('127.0.0.1');
    expect(lastCluster.isEnabled).toBe(false);
  });

  test.each([' http://a  http://b ', 'http://a\nhttp://b\n', 'http://a\thttp://b'])(
    'take engines however they stand apart: %j',
    (text) => {
      expect(read({ engine: undefined }, { HOMEWARD_UP_ENGINE: text }).up.engines).toEqual([
        ...['http://a', 'http://b'],
      ]);
      expect(read({ engine: [text] }).up.engines).toEqual(['http://a', 'http://b']);
    },
  );

  test('take no engine twice, whatever its URL ends with', () => {
    const twice = ['http://e:1', 'http://f:1', 'http://e:1/v1/'];
    expect(() => read({ engine: twice })).toThrow(
      '--engine: expected each engine once, given "http://e:1 http://e:1/v1/"',
    );
  });

  test('name those URLs that are none, and how many engines are too many', () => {
    const few = ['http://e:1', 'http://f?x', 'http://me:s/ecret@g'];
    expect(() => read({ engine: few })).toThrow(
      '--engine: expected http or https URLs without user, query and fragment, ' +
        'given "http://f?x ***@g"',
    );
    const many = Array.from({ length: 1001 }, (_, i) => `http://e:${String(i + 1)}`);
    expect(() => read({ engine: undefined }, { HOMEWARD_UP_ENGINE: many.join(' ') })).toThrow(
      'HOMEWARD_UP_ENGINE: expected at most 1000 engines, given "1001 URLs"',
    );
  });
});

describe('an engine', () => {
  test('is named by host, port and path', () => {
    expect(clusterIdOf(engineUrl('HTTP://E.example:8000/llm/v1/')!)).toBe('e.example:8000/llm');
    expect(clusterIdOf(engineUrl('https://[::1]:1')!)).toBe('[::1]:1');
  });

  test.each([
    ['10.0.0.1:8000', 'URLs that begin with http:// or https://'],
    ['localhost:8000', 'URLs that begin with http:// or https://'],
    ['http://a:1,', 'each URL behind an --engine of its own'],
    ['http://a:1,http://b:1', 'each URL behind an --engine of its own'],
    ['http://a:1/v1/chat/completions', 'base URLs of engines, without the path of a request'],
    ['http://a:1/v1/models/', 'base URLs of engines, without the path of a request'],
    ['http://a:1/metrics', 'base URLs of engines, without the path of a request'],
    ['http://a:1/x/health/', 'base URLs of engines, without the path of a request'],
    ['', 'http or https URLs without user'],
  ])('that is named by %j is refused with what was expected', (text, expected) => {
    expect(() => read({ engine: [text] })).toThrow(`--engine: expected ${expected}`);
  });

  test.each(['', 'e', 'ftp://e', 'http://u@e', 'http://e?x', `http://e/${'x'.repeat(256)}`])(
    'is not named by %j',
    (text) => {
      expect(engineUrl(text)).toBeUndefined();
    },
  );
});
