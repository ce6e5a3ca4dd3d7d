import { readdirSync, readFileSync } from 'node:fs';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { loadPackage } from '../../../../src/adapters/node/load-package.js';

const FOLDER = new URL('../../../../src/adapters/telemetry/', import.meta.url);

describe('optional packages', () => {
  test.each(readdirSync(FOLDER))('are no import of %s, except for types', (file) => {
    const source = readFileSync(new URL(file, FOLDER), 'utf8');
    const imports = [...source.matchAll(/^import\s+(type\s)?[^;]*?from '([^']+)';/gm)];
    const packages = imports.filter(
      ([, type, from]) => type === undefined && !from!.startsWith('.'),
    );
    for (const [, , from] of packages) expect(from).toMatch(/^fp-ts\/lib\//);
  });

  test('are named when they are missing', async () => {
    const loaded = await loadPackage('homeward-no-such-package')();
    expect(E.isLeft(loaded) && loaded.left).toMatchObject({
      code: 'missing',
      path: 'homeward-no-such-package',
      expected:
        'the optional package homeward-no-such-package (npm install homeward-no-such-package)',
    });
  });
});
