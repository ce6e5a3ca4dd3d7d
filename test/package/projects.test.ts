/** The TypeScript projects that `npm run typecheck`, and so `npm pack`, checks. */
import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { manifest, root } from './packed-folder.js';

const typecheck = manifest.scripts['typecheck']!;

/** The project of each `tsc` of the script, by its configuration. */
const projects = typecheck
  .split('&&')
  .map((command) => join(/-p (\S+)/.exec(command)?.[1] ?? '.', 'tsconfig.json'));

const read = (project: string): Readonly<{ include: readonly string[]; files: string[] }> => {
  const path = join(root, project);
  const { config } = ts.readConfigFile(path, ts.sys.readFile) as { config: { include: string[] } };
  const { fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(path));
  return { include: config.include, files: fileNames.map((name) => relative(root, name)) };
};

/** Declarations of packages without types: no import leads to them, so each project names them. */
const declarations = ts.sys
  .readDirectory(join(root, 'src'), ['.d.ts'])
  .map((name) => relative(root, name));

test('there is one for the package and one for the playground', () => {
  expect(projects).toEqual(['tsconfig.json', 'playground/tsconfig.json']);
  expect(declarations).not.toEqual([]);
});

describe.each(projects)('%s', (project) => {
  const { include, files } = read(project);

  test('names no file or folder that is not there', () => {
    const named = include.filter((pattern) => !pattern.includes('*'));
    const folder = dirname(join(root, project));
    expect(named.filter((path) => !existsSync(join(folder, path)))).toEqual([]);
  });

  test('has every declaration that the source needs', () => {
    expect(files).toEqual(expect.arrayContaining(declarations));
  });
});
