import { readdirSync, readFileSync } from 'node:fs';
import * as E from 'fp-ts/lib/Either.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import {
  FILE_KINDS,
  fileSchema,
  kindOf,
  parseAnyFile,
  type FileKind,
} from '../../src/adapters/cli/check/file-kinds.js';

const ajv = new Ajv2020({ validateFormats: false });
const VALIDATORS = new Map(FILE_KINDS.map((kind) => [kind, ajv.compile(fileSchema(kind))]));

const isValid = (kind: FileKind, json: unknown): boolean => VALIDATORS.get(kind)!(json);

const pages = readdirSync('docs').filter((name) => name.endsWith('.md'));

/** Every whole file that a page shows, by what it has and other JSON has not. */
const shown = [...pages.map((name) => `docs/${name}`), 'README.md'].flatMap((page) =>
  [...readFileSync(page, 'utf8').matchAll(/```json\n(.*?)```/gs)].flatMap(([, text], index) => {
    const json = parsedOrNot(text!);
    const isFile = ['targets', 'models', 'default', 'request_algorithms'].some(
      (name) => typeof json === 'object' && json !== null && Object.hasOwn(json, name),
    );
    return isFile && !Object.hasOwn(json as object, 'modelUpdates') && !isForm(json)
      ? [{ place: `${page}, block ${String(index + 1)}`, json }]
      : [];
  }),
);

const files = [
  ...shown,
  {
    place: 'examples/lb-config.json',
    json: JSON.parse(readFileSync('examples/lb-config.json', 'utf8')) as unknown,
  },
];

function parsedOrNot(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A form of a model's owner, which is another document. */
function isForm(json: unknown): boolean {
  return JSON.stringify(json).includes('"llmConfig"');
}

describe('the JSON Schemas', () => {
  test.each(FILE_KINDS)(
    'of %s is the one that is shipped (homeward schema NAME writes it)',
    (kind) => {
      const shipped: unknown = JSON.parse(readFileSync(`schemas/${kind}.schema.json`, 'utf8'));
      expect(shipped).toEqual(fileSchema(kind));
    },
  );

  test('there are examples of all three', () => {
    const kinds = new Set(files.map(({ json }) => kindOf(json)));
    expect([...kinds].sort()).toEqual(['fleet', 'models', 'routing']);
  });

  test.each(files)('take what the documentation shows: $place', ({ json }) => {
    expect(E.isRight(parseAnyFile(json))).toBe(true);
    expect(isValid(kindOf(json)!, json)).toBe(true);
    expect(isValid(kindOf(json)!, { $schema: 'x.schema.json', ...(json as object) })).toBe(true);
  });

  test.each<[FileKind, unknown]>([
    ['fleet', { targets: [{ model_id: 'm', clusters: [], zone: 'b' }] }],
    ['fleet', { targets: [{ model_id: 'größe', clusters: [] }] }],
    ['fleet', { targets: [{ model_id: 'm', clusters: [{ cluster_id: 'A' }] }] }],
    ['models', { models: [{ model: 'm', api_key_sha256: [] }] }],
    ['models', { models: [{ model: 'm', api_keys_sha256: [] }] }],
    ['routing', { models: { m: { algorithm: 'pulsar', n: 2 } } }],
    ['routing', { default: 'pulsr' }],
    ['routing', { request_algorithms: { pulsr: 'pulsar' } }],
  ])('refuse in %s what its reader refuses: %j', (kind, json) => {
    expect(E.isLeft(parseAnyFile(json))).toBe(true);
    expect(isValid(kind, json)).toBe(false);
  });

  test('lie in the package', () => {
    const { files: packed } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      files: string[];
    };
    expect(packed).toContain('schemas');
  });
});
