import { readFileSync } from 'node:fs';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import {
  LAST_CLUSTER_VARIABLES,
  parseLastClusterSettings,
} from '../../../../../src/adapters/gateway/last-cluster/settings.js';

const settingsOf = (env: Record<string, string>) => {
  const settings = parseLastClusterSettings(env);
  if (E.isLeft(settings)) throw new Error(settings.left.map(({ message }) => message).join('\n'));
  return settings.right;
};

const faultyNames = (env: Record<string, string>): string[] => {
  const settings = parseLastClusterSettings(env);
  return E.isLeft(settings) ? settings.left.map(({ path }) => path) : [];
};

test('without variables the memory is off and has its defaults', () => {
  expect(settingsOf({})).toEqual({
    isEnabled: false,
    ttlMs: 600_000,
    lookupTimeoutMs: 20,
    localMaxEntries: 100_000,
    store: { kind: 'memory' },
  });
});

test('every variable is read', () => {
  expect(
    settingsOf({
      STARGATE_LAST_CLUSTER_ENABLED: 'true',
      STARGATE_LAST_CLUSTER_TTL: '2h',
      STARGATE_LAST_CLUSTER_LOOKUP_TIMEOUT: '1s',
      STARGATE_LAST_CLUSTER_LOCAL_MAX_ENTRIES: '5',
      STARGATE_LAST_CLUSTER_STORE: 'olric://a:3320,b:3320',
    }),
  ).toEqual({
    isEnabled: true,
    ttlMs: 7_200_000,
    lookupTimeoutMs: 1_000,
    localMaxEntries: 5,
    store: { kind: 'olric', hosts: ['a:3320', 'b:3320'] },
  });
});

test('all faults are listed at once, whether the memory is on or off', () => {
  const env = {
    STARGATE_LAST_CLUSTER_ENABLED: 'yes',
    STARGATE_LAST_CLUSTER_TTL: '0m',
    STARGATE_LAST_CLUSTER_LOOKUP_TIMEOUT: '20',
    STARGATE_LAST_CLUSTER_LOCAL_MAX_ENTRIES: '0',
    STARGATE_LAST_CLUSTER_STORE: 'etcd://a',
  };
  expect(faultyNames(env)).toEqual(Object.keys(env));
  expect(faultyNames({ ...env, STARGATE_LAST_CLUSTER_ENABLED: 'false' })).toHaveLength(4);
});

test('a fault says where, what was expected and what was given', () => {
  expect(parseLastClusterSettings({ STARGATE_LAST_CLUSTER_TTL: '10 m' })).toMatchObject({
    left: [
      {
        code: 'invalid_value',
        message:
          'STARGATE_LAST_CLUSTER_TTL: expected a duration of 1ms to 2500000h: digits and a unit ' +
          'ms, s, m or h, such as 20ms, given "10 m"',
      },
    ],
  });
});

describe('durations', () => {
  test.each([
    ['1ms', 1],
    ['20ms', 20],
    ['3s', 3_000],
    ['10m', 600_000],
    ['0010m', 600_000],
    ['720h', 2_592_000_000],
  ])('%s', (text, ttlMs) => {
    expect(settingsOf({ STARGATE_LAST_CLUSTER_TTL: text }).ttlMs).toBe(ttlMs);
  });

  const malformed = ['', '0ms', '0h', '5', 'm', '-5m', '+5m', '1.5h', '1e3s', '5M', '5 m', ' 5m'];
  test.each([...malformed, '5m ', '5min', '1h30m', '5d', '٥m', '5m\n', '9'.repeat(400) + 'h'])(
    '%j is refused',
    (text) => {
      expect(faultyNames({ STARGATE_LAST_CLUSTER_TTL: text })).toHaveLength(1);
      expect(faultyNames({ STARGATE_LAST_CLUSTER_LOOKUP_TIMEOUT: text })).toHaveLength(1);
    },
  );

  test('a lookup timeout no timer can wait for is refused', () => {
    expect(faultyNames({ STARGATE_LAST_CLUSTER_LOOKUP_TIMEOUT: '2147483647ms' })).toEqual([]);
    expect(faultyNames({ STARGATE_LAST_CLUSTER_LOOKUP_TIMEOUT: '2147483648ms' })).toHaveLength(1);
  });
});

test.each(['', '0', '-1', '1.5', '1e3', '10_000', '10000001', 'many'])(
  'a cap of %j entries is refused',
  (text) => {
    expect(faultyNames({ STARGATE_LAST_CLUSTER_LOCAL_MAX_ENTRIES: text })).toHaveLength(1);
  },
);

test('a password in the store address is not repeated', () => {
  const settings = parseLastClusterSettings({
    STARGATE_LAST_CLUSTER_STORE: 'redis://:s3cret@cache:x',
  });
  expect(JSON.stringify(settings)).not.toContain('s3cret');
});

test('the documentation lists every variable with its default and meaning', () => {
  const doc = readFileSync(
    new URL('../../../../../docs/overview/llm-gateway.md', import.meta.url),
    'utf8',
  );
  const rows = Object.entries(LAST_CLUSTER_VARIABLES).map(
    ([name, variable]) => `| \`${name}\` | \`${variable.default}\` | ${variable.meaning} |`,
  );
  expect(doc).toContain(rows.join('\n'));
});
