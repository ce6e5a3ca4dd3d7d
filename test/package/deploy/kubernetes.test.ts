/** What is applied to Kubernetes is of kinds that it has, with fields that these have. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { root } from '../packed-folder.js';
import { FULL_VALUES, helmBinary, render } from './helm.js';

const INSTALLED = join(homedir(), '.local/share/homeward-ci/kubernetes');
const validator = join(INSTALLED, 'bin/kubernetes-validate');
const isInstalled = existsSync(validator);
if (!isInstalled) {
  console.log(
    'skipped: kubernetes-validate is not installed (`bash .ci/install-servers` installs it)',
  );
}

type Json = Readonly<Record<string, unknown>>;

const OBJECTS = join(root, 'deploy/envoy/kubernetes');

const objectsOf = (file: string): readonly Json[] =>
  parseAllDocuments(readFileSync(join(OBJECTS, file), 'utf8')).map(
    (document) => document.toJS() as Json,
  );

/** What the validator says of objects, field by field; empty when they fit. */
const faultsOf = (objects: readonly object[]): string => {
  const folder = mkdtempSync(join(tmpdir(), 'kubernetes-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const file = join(folder, 'objects.yaml');
  writeFileSync(file, objects.map((object) => JSON.stringify(object)).join('\n---\n'));
  try {
    return execFileSync(validator, ['--strict', '--quiet', file], { encoding: 'utf8' });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
};

describe.skipIf(!isInstalled)('objects of kinds that every cluster has', () => {
  test('of deploy/envoy/kubernetes fit', () => {
    expect(faultsOf(objectsOf('picker.yaml'))).toBe('');
  });

  test.skipIf(helmBinary === undefined).each(Object.keys(FULL_VALUES))(
    'of the chart %s fit, with few values and with all',
    (chart) => {
      expect(faultsOf(render(chart))).toBe('');
      expect(faultsOf(render(chart, ...FULL_VALUES[chart]!))).toBe('');
    },
  );

  test('would not fit with a field that there is not', () => {
    const [deployment] = objectsOf('picker.yaml');
    const spec = { ...(deployment!['spec'] as object), replica: 2 };
    expect(faultsOf([{ ...deployment, spec }])).toContain('replica');
  });
});

/** Validators of the kinds that a definition adds, by `apiVersion` and `kind`. */
const addedKinds = (): ReadonlyMap<string, ReturnType<Ajv['compile']>> => {
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  const folder = join(INSTALLED, 'definitions');
  return new Map(
    readdirSync(folder).flatMap((file) => {
      const { spec } = parse(readFileSync(join(folder, file), 'utf8')) as Definition;
      return spec.versions.map(
        ({ name, schema }) =>
          [
            `${spec.group}/${name} ${spec.names.kind}`,
            ajv.compile(closed(schema.openAPIV3Schema)),
          ] as const,
      );
    }),
  );
};

type Definition = Readonly<{
  spec: Readonly<{
    group: string;
    names: Readonly<{ kind: string }>;
    versions: readonly Readonly<{ name: string; schema: { openAPIV3Schema: Json } }>[];
  }>;
}>;

/** A server drops what a schema does not name; here it is a fault. `metadata` is the server's own. */
const closed = (schema: Json): Json =>
  Object.fromEntries([
    ...Object.entries(schema).map(([key, value]) => [key, closedPart(key, value)] as const),
    ...('properties' in schema ? [['additionalProperties', false] as const] : []),
  ]);

const closedPart = (key: string, value: unknown): unknown => {
  if (key === 'properties') {
    return Object.fromEntries(
      Object.entries(value as Record<string, Json>).map(([name, part]) => [name, closed(part)]),
    );
  }
  return key === 'items' ? closed(value as Json) : value;
};

describe.skipIf(!isInstalled)('objects of kinds that are added to a cluster', () => {
  const kinds = isInstalled ? addedKinds() : new Map<string, never>();

  const faults = (object: Json): readonly string[] => {
    const isValid = kinds.get(`${String(object['apiVersion'])} ${String(object['kind'])}`)!;
    isValid(object);
    return (isValid.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `${instancePath} ${String(message)} ${JSON.stringify(params)}`,
    );
  };

  test.each(['http-route.yaml', 'inference-pool.yaml'])('of %s fit', (file) => {
    expect(objectsOf(file).flatMap(faults)).toEqual([]);
  });

  test('would not fit with a field that there is not, or a value that is not allowed', () => {
    const [pool] = objectsOf('inference-pool.yaml');
    const spec = pool!['spec'] as Json;
    const picker = { ...(spec['endpointPickerRef'] as object), failureMode: 'FailClosed' };
    const wrong = { ...pool, spec: { ...spec, targetPort: 1, endpointPickerRef: picker } };
    expect(faults(wrong).join('\n')).toMatch(/targetPort[\s\S]*failureMode must be equal to one/);
  });
});
