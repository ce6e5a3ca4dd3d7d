import { Command } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { addRouterCommand } from '../../../../src/adapters/cli/router/command.js';
import { ROUTER_SETTINGS } from '../../../../src/adapters/router/index.js';
import { parseListenAddress } from '../../../../src/adapters/servers/listen/listen-address.js';
import { bytes, duration } from '../../../../src/adapters/servers/settings/setting-kinds.js';
import { flagsOf } from '../../../../src/adapters/servers/settings/setting-options.js';
import { readSettings } from '../../../../src/adapters/servers/settings/setting-table.js';
import { orThrow } from '../../../servers/router/support/given.js';

const read = (flags: Record<string, string> = {}, environment: Record<string, string> = {}) =>
  readSettings(ROUTER_SETTINGS, flags, environment);

describe('the settings of the router', () => {
  test('have defaults that bind to the loopback only', () => {
    const settings = orThrow(read());
    expect(settings.listen).toEqual({ host: '127.0.0.1', port: 8080 });
    expect(settings.admin).toEqual({ host: '127.0.0.1', port: 8081 });
    expect(settings.metrics).toEqual({ host: '127.0.0.1', port: 9464 });
    expect(settings.config).toBeUndefined();
    expect(settings.maxBody).toBe(256 * 1024 * 1024);
  });

  test('come from the environment, and a flag wins over it', () => {
    const environment = {
      HOMEWARD_ROUTER_LISTEN: '[::]:9000',
      HOMEWARD_ROUTER_ADMIN: 'off',
      HOMEWARD_ROUTER_LOG_LEVEL: 'warn',
    };
    const settings = orThrow(read({ listen: '8000' }, environment));
    expect(settings.listen).toEqual({ host: '127.0.0.1', port: 8000 });
    expect(settings.admin).toBe('off');
    expect(settings.logLevel).toBe('warn');
  });

  test('are refused with every fault at once, named as they were given', () => {
    const flags = { listen: 'nowhere', maxBody: '0', connectTimeout: '2' };
    const environment = { HOMEWARD_ROUTER_CLUSTERS_URL: 'ftp://x', HOMEWARD_ROUTER_CONFIG: '' };
    const refused = read(flags, environment);
    const faults = E.isLeft(refused) ? refused.left : [];
    expect(faults.map(({ path }) => path)).toEqual([
      'HOMEWARD_ROUTER_CONFIG',
      'HOMEWARD_ROUTER_CLUSTERS_URL',
      '--listen',
      '--max-body',
      '--connect-timeout',
    ]);
    expect(faults[2]!.message).toBe(
      '--listen: expected host:port, [::1]:port or port (0 to 65535), given "nowhere"',
    );
  });

  test('are all flags of the command, with variable and default', () => {
    const program = new Command('homeward');
    addRouterCommand(program);
    const command = program.commands[0]!;
    const help: string[] = [];
    command.configureOutput({ writeOut: (text) => help.push(text) }).outputHelp();
    const flags = Object.values(ROUTER_SETTINGS).map(({ flag }) => `--${flag}`);
    expect(command.options.map(({ long }) => long)).toEqual(flags);
    const text = help.join('').replace(/\s+/g, ' ');
    for (const { variable } of Object.values(ROUTER_SETTINGS)) expect(text).toContain(variable);
    expect(text).toContain('default 127.0.0.1:8080');
  });

  test('are found by commander under the names of the table', () => {
    const options = { clustersUrl: 'http://x', maxBody: '1', keepAlive: '1s' };
    expect(flagsOf(ROUTER_SETTINGS, options)).toMatchObject(options);
  });

  test('have names of their own', () => {
    const specs = Object.values(ROUTER_SETTINGS);
    expect(new Set(specs.map(({ flag }) => flag)).size).toBe(specs.length);
    expect(new Set(specs.map(({ variable }) => variable)).size).toBe(specs.length);
  });
});

describe('values of settings', () => {
  test.each([
    ['80', { host: '127.0.0.1', port: 80 }],
    [':80', { host: '127.0.0.1', port: 80 }],
    ['0.0.0.0:0', { host: '0.0.0.0', port: 0 }],
    ['[::1]:65535', { host: '::1', port: 65_535 }],
    ['localhost:80', { host: '127.0.0.1', port: 80 }],
    ['router.local:1', { host: 'router.local', port: 1 }],
    ['::1:80', undefined],
    ['[::1]', undefined],
    ['host', undefined],
    ['host:', undefined],
    ['host:65536', undefined],
    ['host:-1', undefined],
    ['a b:1', undefined],
    ['', undefined],
  ])('address %j', (text, expected) => {
    expect(parseListenAddress(text)).toEqual(expected);
  });

  test.each([
    ['65536', 65_536],
    ['64KiB', 65_536],
    ['1GiB', 2 ** 30],
    ['0', undefined],
    ['1.5MiB', undefined],
    ['1MB', undefined],
    ['-1', undefined],
    ['999999999999999GiB', undefined],
  ])('bytes %j', (text, expected) => {
    expect(bytes.parse(text)).toBe(expected);
  });

  test.each([
    ['20ms', 20],
    ['10m', 600_000],
    ['0s', undefined],
    ['1000h', undefined],
    ['5', undefined],
  ])('duration %j', (text, expected) => {
    expect(duration.parse(text)).toBe(expected);
  });
});
