/** The files of deploy/envoy: Envoy takes them as they are, and the objects of Kubernetes fit. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { PICKER_SETTINGS } from '../../../src/adapters/picker/index.js';
import { readSettings } from '../../../src/adapters/servers/settings/setting-table.js';
import { envoyCommand, NO_ENVOY } from './support/find-envoy.js';

const FOLDER = new URL('../../../deploy/envoy/', import.meta.url);

const read = (file: string): string => readFileSync(new URL(file, FOLDER), 'utf8');

const validate = (yaml: string): void => {
  const folder = mkdtempSync(join(tmpdir(), 'envoy-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  writeFileSync(join(folder, 'envoy.yaml'), yaml);
  const args = ['--mode', 'validate', '-c', join(folder, 'envoy.yaml'), '--disable-hot-restart'];
  execFileSync(envoyCommand!, args, { stdio: 'pipe' });
};

describe.skipIf(envoyCommand === undefined)(`a real Envoy (${NO_ENVOY} otherwise)`, () => {
  test.each(['envoy.yaml', 'envoy-fail-open.yaml', 'envoy-full-duplex.yaml'])(
    'finds no fault in %s as it stands',
    (file) => {
      validate(read(file));
    },
  );

  test('would find one', () => {
    expect(() => {
      validate(read('envoy.yaml').replace('failure_mode_allow', 'failure_mode_alow'));
    }).toThrow('failure_mode_alow');
  });
});

type Json = Readonly<Record<string, unknown>>;

/** An object of Kubernetes, as far as it matters here. */
type KubernetesObject = Readonly<{
  apiVersion: string;
  kind: string;
  metadata: Readonly<{ name: string }>;
  spec: Json;
}>;

const objectsIn = (file: string): readonly KubernetesObject[] =>
  parseAllDocuments(read(`kubernetes/${file}`)).map((document) => {
    expect(document.errors).toEqual([]);
    expect(document.warnings).toEqual([]);
    return document.toJS() as KubernetesObject;
  });

const [deployment, service] = objectsIn('picker.yaml');
const [pool] = objectsIn('inference-pool.yaml');
const [route] = objectsIn('http-route.yaml');

/** What stands at a path of an object. */
const at = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((found, key) => (found as Json)[key], value);

const container = at(deployment, 'spec', 'template', 'spec', 'containers', 0);

describe('the objects of Kubernetes', () => {
  test('are of the kinds and versions that the page names', () => {
    const all = [deployment, service, pool, route].map((one) => [one!.apiVersion, one!.kind]);
    expect(all).toEqual([
      ['apps/v1', 'Deployment'],
      ['v1', 'Service'],
      ['inference.networking.k8s.io/v1', 'InferencePool'],
      ['gateway.networking.k8s.io/v1', 'HTTPRoute'],
    ]);
  });

  test('find each other by name, label and port', () => {
    expect(at(route, 'spec', 'rules', 0, 'backendRefs', 0)).toEqual({
      ...{ group: 'inference.networking.k8s.io', kind: 'InferencePool' },
      name: pool!.metadata.name,
    });
    const picker = at(pool, 'spec', 'endpointPickerRef');
    expect(at(picker, 'name')).toBe(service!.metadata.name);
    const port = at(service, 'spec', 'ports', 0);
    expect(at(picker, 'port', 'number')).toBe(at(port, 'port'));
    const labels = at(deployment, 'spec', 'template', 'metadata', 'labels');
    expect(at(service, 'spec', 'selector')).toEqual(labels);
    expect(at(deployment, 'spec', 'selector', 'matchLabels')).toEqual(labels);
    const ports = at(container, 'ports') as readonly Json[];
    const target = ports.find(({ name }) => name === at(port, 'targetPort'));
    expect(target?.['containerPort']).toBe(9002);
    const volume = at(deployment, 'spec', 'template', 'spec', 'volumes', 0, 'name');
    expect(at(container, 'volumeMounts', 0, 'name')).toBe(volume);
  });

  test('start the picker with settings that it has, on the ports that are named', () => {
    const [command, ...args] = at(container, 'args') as readonly string[];
    expect(command).toBe('picker');
    const flags = Object.fromEntries(args.map((arg) => arg.replace(/^--/, '').split('=')));
    const known = new Set(Object.values(PICKER_SETTINGS).map(({ flag }) => flag));
    expect(Object.keys(flags).filter((flag) => !known.has(flag as never))).toEqual([]);
    const settings = readSettings(PICKER_SETTINGS, textsOf(flags), {});
    if (E.isLeft(settings)) throw new Error(JSON.stringify(settings.left));
    const { listen, metrics, shutdownDelay, shutdownGrace } = settings.right;
    const ports = (at(container, 'ports') as readonly Json[]).map((port) => port['containerPort']);
    expect([listen.port, metrics !== 'off' && metrics.port]).toEqual(ports);
    const graceSeconds = at(
      deployment,
      'spec',
      'template',
      'spec',
      'terminationGracePeriodSeconds',
    );
    expect(Number(graceSeconds) * 1_000).toBeGreaterThan(shutdownDelay + shutdownGrace);
  });
});

/** Flags by the name of their setting. */
const textsOf = (flags: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(PICKER_SETTINGS).flatMap(([name, { flag }]) =>
      flags[flag] === undefined ? [] : [[name, flags[flag]]],
    ),
  );
