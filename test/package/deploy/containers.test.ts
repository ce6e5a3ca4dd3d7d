/** The container image and the compose file; no container is run. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createProgram } from '../../../src/adapters/cli/program.js';
import { parseFleetDocument } from '../../../src/adapters/fleet/document/fleet-document.js';
import { GATEWAY_SETTINGS, parseModelList } from '../../../src/adapters/gateway/index.js';
import { LAST_CLUSTER_SETTINGS } from '../../../src/adapters/gateway/last-cluster/settings.js';
import { ROUTER_SETTINGS } from '../../../src/adapters/router/server/router-settings.js';
import { PICKER_SETTINGS } from '../../../src/adapters/picker/server/picker-settings.js';
import {
  readSettings,
  type SettingTable,
} from '../../../src/adapters/servers/settings/setting-table.js';
import { parseLbConfig } from '../../../src/index.js';
import { findServerBinary } from '../../support/server-process.js';
import { manifest, root } from '../packed-folder.js';
import { valuesOf } from './helm.js';

const DEPLOY = join(root, 'deploy');
const containerfile = readFileSync(join(DEPLOY, 'Containerfile'), 'utf8');

const GATEWAY: SettingTable = { ...GATEWAY_SETTINGS, ...LAST_CLUSTER_SETTINGS };
const TABLES: Readonly<Record<string, SettingTable>> = {
  gateway: GATEWAY,
  router: ROUTER_SETTINGS,
};

describe('the Containerfile', () => {
  const installed = join(homedir(), '.local/share/homeward-ci/hadolint/bin/hadolint');
  const hadolint = existsSync(installed) ? installed : findServerBinary('hadolint');
  if (hadolint === undefined) {
    console.log('skipped: hadolint is not installed (`bash .ci/install-servers` installs it)');
  }

  test.skipIf(hadolint === undefined)('is accepted by hadolint', () => {
    const said = execFileSync(hadolint!, [join(DEPLOY, 'Containerfile')], { encoding: 'utf8' });
    expect(said).toBe('');
  });

  test('installs every optional package of the servers in the version they ask for', () => {
    const peers = Object.entries(manifest.peerDependencies).map(
      ([name, range]) => `${name}@${/\d+/.exec(range)![0]}`,
    );
    const added = [...containerfile.matchAll(/(?:^|\s)((?:@[\w-]+\/)?[\w-]+@\d+)(?=\s)/g)];
    // Charts are drawn where a person looks at a simulation, and loggers are for embedding services.
    const left = peers.filter((peer) => !/^(uplot|pino)@/.test(peer));
    expect(added.map(([, name]) => name).sort()).toEqual(left.sort());
  });

  test('exposes the ports that the servers listen on by default', () => {
    const addresses = [ROUTER_SETTINGS, GATEWAY_SETTINGS, PICKER_SETTINGS].flatMap((table) =>
      Object.values(table as SettingTable).map((spec) =>
        /^127\.0\.0\.1:(\d+)$/.exec(spec.default ?? ''),
      ),
    );
    const exposed = /^EXPOSE (.*)$/m.exec(containerfile)![1]!.split(' ');
    const known = new Set(addresses.flatMap((found) => (found === null ? [] : [found[1]!])));
    expect(exposed.sort()).toEqual([...known].sort());
  });

  test('runs the command of the package, and not as root', () => {
    const path = manifest.bin['homeward']!.replace(/^\./, 'homeward');
    expect(containerfile).toContain(`ENTRYPOINT ["node", "/opt/homeward/node_modules/${path}"]`);
    expect(containerfile).toMatch(/^USER 1000:1000$/m);
  });

  test('copies only what the ignore file lets through', () => {
    const copied = [...containerfile.matchAll(/^COPY (?!--)(.*) \S+$/gm)].flatMap(([, files]) =>
      files!.split(' '),
    );
    const ignore = readFileSync(join(root, '.dockerignore'), 'utf8').trim().split('\n');
    expect(ignore).toEqual(['*', ...copied.map((file) => `!${file}`)]);
  });
});

type Service = Readonly<{
  image: string;
  command: readonly string[];
  environment?: Readonly<Record<string, unknown>>;
  volumes?: readonly string[];
  ports?: readonly string[];
  depends_on?: Readonly<Record<string, Readonly<{ condition: string }>>>;
  healthcheck?: Readonly<{ test: readonly string[] }>;
  stop_grace_period?: string;
}>;

describe('deploy/README.md', () => {
  const page = readFileSync(join(DEPLOY, 'README.md'), 'utf8');
  const values = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(
    ([, text]) => parse(text!) as Json,
  );

  test('shows values that the charts have, and files that the servers take', () => {
    const [router, gateway] = values;
    const { routing, clusters } = router!;
    expect(E.isRight(parseLbConfig(routing.config))).toBe(true);
    expect(E.isRight(parseFleetDocument(clusters.content))).toBe(true);
    expect(E.isRight(parseModelList(gateway!.models.content))).toBe(true);
    for (const [chart, given] of [
      ['llm-request-router', router],
      ['llm-api-gateway', gateway],
    ] as const) {
      expect(pathsOf(given!).filter((path) => !pathsOf(valuesOf(chart)).includes(path))).toEqual(
        [],
      );
    }
  });

  test('names every folder and file that there is', () => {
    const table = page.slice(0, page.indexOf('## '));
    for (const name of readdirSync(DEPLOY)) {
      if (name !== 'README.md') expect(table).toContain(`\`${name}`);
    }
  });
});

/** Names of values, two levels deep. */
const pathsOf = (values: Json): readonly string[] =>
  Object.entries(values as Record<string, object>).flatMap(([name, inner]) =>
    typeof inner === 'object' ? Object.keys(inner).map((key) => `${name}.${key}`) : [name],
  );

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any;

describe('compose.yaml', () => {
  const text = readFileSync(join(DEPLOY, 'compose.yaml'), 'utf8');
  const services = (parse(text, { merge: true }) as { services: Record<string, Service> }).services;
  const fileOf = (name: string): unknown =>
    JSON.parse(readFileSync(join(DEPLOY, 'compose', name), 'utf8'));

  test.each(Object.keys(TABLES))('gives the %s variables and texts that it takes', (name) => {
    const { environment } = services[name]!;
    const known = Object.values(TABLES[name]!).map(({ variable }) => variable);
    expect(Object.keys(environment!).filter((variable) => !known.includes(variable))).toEqual([]);
    const texts = environment as Record<string, string>;
    expect(readSettings(TABLES[name]!, {}, texts)).toMatchObject({ _tag: 'Right' });
    for (const value of Object.values(texts)) expect(typeof value).toBe('string');
  });

  test('runs commands, with flags, that there are', () => {
    const own = Object.values(services).filter(({ image }) => image === 'homeward');
    expect(own).toHaveLength(4);
    for (const { command } of own) {
      const found = createProgram().commands.find((known) => known.name() === command[0])!;
      const flags = command.filter((word) => word.startsWith('--'));
      const known = found.options.map(({ long }) => long);
      expect(flags.filter((flag) => !known.includes(flag))).toEqual([]);
    }
  });

  test('names services where it names hosts, and waits only for those with a health check', () => {
    const hosts = [
      ...JSON.stringify([services, fileOf('clusters.json')]).matchAll(/:\/\/([a-z][\w-]*):/g),
    ];
    expect(hosts.length).toBeGreaterThan(3);
    expect(hosts.map(([, host]) => host!).filter((host) => !(host in services))).toEqual([]);
    for (const { depends_on: needs } of Object.values(services)) {
      for (const [name, { condition }] of Object.entries(needs ?? {})) {
        expect(condition).toBe('service_healthy');
        expect(services[name]!.healthcheck, name).toBeDefined();
      }
    }
  });

  test('mounts files that are valid, where the servers look for them', () => {
    expect(E.isRight(parseLbConfig(fileOf('lb-config.json')))).toBe(true);
    expect(E.isRight(parseModelList(fileOf('models.json')))).toBe(true);
    const { gateway, router } = services;
    expect([gateway!.volumes, router!.volumes]).toEqual(
      Array(2).fill(['./compose:/etc/homeward:ro']),
    );
    const paths = JSON.stringify([gateway, router]).matchAll(/"\/etc\/homeward\/([^"]+)"/g);
    for (const [, name] of paths)
      expect(existsSync(join(DEPLOY, 'compose', name!)), name).toBe(true);
  });

  test('opens the gateway to this machine, and nothing else', () => {
    const opened = Object.entries(services).flatMap(([name, { ports = [] }]) =>
      ports.map((port) => `${name} ${port}`),
    );
    expect(opened).toEqual(['gateway 127.0.0.1:8090:8090']);
  });

  test.each(Object.keys(TABLES))('stops the %s later than it needs to end', (name) => {
    const grace = TABLES[name]!['shutdownGrace']!.default!;
    expect(parseInt(services[name]!.stop_grace_period!, 10)).toBeGreaterThan(parseInt(grace, 10));
  });
});
