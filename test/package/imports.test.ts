import { isBuiltin } from 'node:module';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { BUNDLED } from '../../entries.js';
import {
  findNodes,
  layerOf,
  readSource,
  resolveImport,
  type Layer,
  type SourceFile,
} from '../../build/rooms/source-files.js';
import { manifest } from './packed-folder.js';

const files = readSource();
const paths = new Set(files.map(({ path }) => path));

const OPTIONAL = Object.keys(manifest.peerDependencies);
const AVAILABLE = [...Object.keys(manifest.dependencies), ...OPTIONAL, ...BUNDLED];

/** What each layer may import of ours. */
const MAY_IMPORT: Readonly<Record<Layer, readonly Layer[]>> = {
  core: ['core'],
  session: ['core', 'session'],
  expression: ['core', 'expression'],
  adapters: ['core', 'session', 'expression', 'adapters', 'entry'],
  entry: ['core', 'session', 'expression', 'adapters', 'entry'],
};

/** What a pure function may not see: the clock, chance, timers, the process. */
const IMPURE = [
  ...['Date', 'performance', 'process', 'console', 'crypto', 'Buffer', 'fetch', 'navigator'],
  ...['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'Promise'],
  ...['global', 'globalThis', 'require', 'module', '__dirname', 'WeakRef', 'FinalizationRegistry'],
];

const PURE: readonly Layer[] = ['core', 'session', 'expression'];
const pureFiles = files.filter(({ layer }) => PURE.includes(layer));

test('the source is found, in layers that are known', () => {
  expect(pureFiles.length).toBeGreaterThan(50);
  expect(files.filter(({ layer }) => !(layer in MAY_IMPORT))).toEqual([]);
});

describe('imports', () => {
  test('of our own files stay within the layers', () => {
    const wrong = files.flatMap((file) =>
      file.imports
        .filter(({ specifier }) => specifier.startsWith('.'))
        .map(({ specifier }) => resolveImport(file, specifier))
        .filter((path) => !MAY_IMPORT[file.layer].includes(layerOf(path)))
        .map((path) => `${file.path} imports ${path}`),
    );
    expect(wrong).toEqual([]);
  });

  test('of our own files end in .js, or .json, and name a file of ours', () => {
    const wrong = files.flatMap((file) =>
      file.imports
        .filter(({ specifier }) => specifier.startsWith('.'))
        .map(({ specifier }) => resolveImport(file, specifier))
        .filter((path) => !paths.has(path) && !path.endsWith('.json'))
        .map((path) => `${file.path} imports ${path}`),
    );
    expect(wrong).toEqual([]);
  });

  test('of Node modules stand in adapters only, and with their prefix', () => {
    const wrong = files.flatMap((file) =>
      file.imports
        .filter(({ specifier }) => isBuiltin(specifier))
        .filter(({ specifier }) => file.layer !== 'adapters' || !specifier.startsWith('node:'))
        .map(({ specifier }) => `${file.path} imports ${specifier}`),
    );
    expect(wrong).toEqual([]);
  });

  test('of packages that may be missing happen on use or for their types only', () => {
    const wrong = files.flatMap((file) =>
      file.imports
        .filter(({ isTypeOnly, isDynamic }) => !isTypeOnly && !isDynamic)
        .filter(({ specifier }) => OPTIONAL.includes(packageOf(specifier)))
        .map(({ specifier }) => `${file.path} imports ${specifier}`),
    );
    expect(wrong).toEqual([]);
  });

  test('of packages name a dependency, a peer, or one that is bundled on purpose', () => {
    const wrong = files.flatMap((file) =>
      file.imports
        .filter(({ specifier }) => !specifier.startsWith('.') && !isBuiltin(specifier))
        .filter(({ specifier }) => !AVAILABLE.includes(packageOf(specifier)))
        .map(({ specifier }) => `${file.path} imports ${specifier}`),
    );
    expect(wrong).toEqual([]);
    expect(BUNDLED.filter((name) => name in manifest.dependencies)).toEqual([]);
  });

  test('of fp-ts name a file that Node finds by itself', () => {
    const wrong = files.flatMap((file) =>
      file.imports
        .filter(({ specifier }) => packageOf(specifier) === 'fp-ts')
        .filter(({ specifier }) => !/^fp-ts\/lib\/\w+\.js$/.test(specifier))
        .map(({ specifier }) => `${file.path} imports ${specifier}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe('the pure folders', () => {
  test('see no clock, chance, timer, process or promise', () => {
    const wrong = pureFiles.flatMap((file) =>
      findNodes(file, ts.isIdentifier)
        .filter((node) => IMPURE.includes(node.text) && !isName(node) && !isOurs(file, node.text))
        .map((node) => `${file.path} uses ${node.text}`),
    );
    const random = pureFiles
      .filter(({ text }) => /\bMath\s*(\.\s*random\b|\[)/.test(text))
      .map(({ path }) => `${path} uses Math.random`);
    expect([...wrong, ...random]).toEqual([]);
  });

  test('have nothing asynchronous', () => {
    const wrong = pureFiles
      .filter((file) => findNodes(file, isAsynchronous).length > 0)
      .map(({ path }) => path);
    expect(wrong).toEqual([]);
  });

  test('have no variable of a module that changes', () => {
    const wrong = pureFiles.flatMap((file) =>
      file.syntax.statements
        .filter(ts.isVariableStatement)
        .filter(({ declarationList }) => (declarationList.flags & ts.NodeFlags.Const) === 0)
        .map((statement) => `${file.path}: ${statement.getText()}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe('files of src', () => {
  test('have at most 400 lines', () => {
    const long = files.filter(({ text }) => text.trimEnd().split('\n').length > 400);
    expect(long.map(({ path }) => path)).toEqual([]);
  });

  test('have kebab-case names that say something', () => {
    const name = /^([a-z0-9]+(-[a-z0-9]+)*\/)*[a-z0-9]+(-[a-z0-9]+)*(\.browser|\.d)?\.ts$/;
    const vague = /(^|[/-])(utils?|helpers?|common|misc)([./-]|$)/;
    const wrong = files.filter(({ path }) => !name.test(path) || vague.test(path));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test('have no default export', () => {
    const wrong = files
      .filter(({ path }) => !path.endsWith('.d.ts'))
      .filter(({ text }) => /^export (default|=)|\bas default\b/m.test(text));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** Whether it names a member or a declaration, such as the `x` of `a.x` and of `const x`. */
const isName = (node: ts.Identifier): boolean => 'name' in node.parent && node.parent.name === node;

/** Whether the file declares a variable of that name itself. */
const isOurs = (file: SourceFile, name: string): boolean =>
  findNodes(file, ts.isVariableDeclaration).some((node) => node.name.getText() === name);

const isAsynchronous = (node: ts.Node): node is ts.Node =>
  ts.isAwaitExpression(node) ||
  (ts.canHaveModifiers(node) &&
    (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword));
