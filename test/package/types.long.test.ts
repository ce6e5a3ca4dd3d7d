/** Programs in TypeScript that use the packed tarball, with hard dependencies only beside it. */
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { manifest, openPackedFolder, root, type PackedFolder } from './packed-folder.js';

/** Uses the types of the root, so that a type that is lost (`any`) fails. */
const PROGRAM = `
import * as homeward from 'homeward';
const parsed = homeward.parseSnapshot({ model_id: 'm', clusters: [] });
if (parsed._tag === 'Left') throw new Error(parsed.left[0]?.message);
const policy = homeward.compilePolicy({ algorithm: 'random' });
const decision = homeward.decide(policy, homeward.createView(parsed.right), { requestId: 'r' }, 0);
// @ts-expect-error: the cluster is there only when one is selected.
decision.clusterId;
// @ts-expect-error: there is no such algorithm.
homeward.compilePolicy({ algorithm: 'pulsr' });
if (decision.kind === 'selected') {
  const id: string = decision.clusterId;
  void id;
}
`;

const subpaths = Object.keys(manifest.exports).filter((subpath) => subpath !== './package.json');

const EVERY_SUBPATH = subpaths
  .map(
    (subpath, at) =>
      `import * as m${String(at)} from 'homeward${subpath.slice(1)}'; void m${String(at)};`,
  )
  .join('\n');

const RESOLUTIONS = [
  { name: 'NodeNext, as an ES module', file: 'main.mts', options: { module: 'NodeNext' } },
  { name: 'NodeNext, as CommonJS', file: 'main.cts', options: { module: 'NodeNext' } },
  { name: 'Bundler', file: 'main.ts', options: { module: 'ESNext', moduleResolution: 'Bundler' } },
] as const;

let packed: PackedFolder;

beforeAll(() => {
  packed = openPackedFolder();
});

afterAll(() => {
  packed.remove();
});

const check = (
  { file, options }: (typeof RESOLUTIONS)[number],
  program: string,
  extra: object,
): string => {
  writeFileSync(join(packed.folder, file), program);
  const compilerOptions = {
    ...{ strict: true, noEmit: true, target: 'ES2022', lib: ['ES2023'], types: [], ...options },
    ...extra,
  };
  const config = JSON.stringify({ compilerOptions, files: [file] });
  writeFileSync(join(packed.folder, 'tsconfig.json'), config);
  try {
    return packed.run(join(root, 'node_modules/.bin/tsc'), ['-p', '.']);
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
};

describe.each(RESOLUTIONS)('under $name', (resolution) => {
  test('the root has types that are whole by themselves', () => {
    expect(check(resolution, PROGRAM, { skipLibCheck: false })).toBe('');
  });
});

test('every subpath has types, with those of Node installed and no optional package', () => {
  symlinkSync(join(root, 'node_modules/@types'), join(packed.folder, 'node_modules/@types'));
  for (const resolution of RESOLUTIONS) {
    expect(check(resolution, EVERY_SUBPATH, { types: ['node'], skipLibCheck: true })).toBe('');
  }
});
