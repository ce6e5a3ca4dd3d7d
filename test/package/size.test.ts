import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { manifest, root } from './packed-folder.js';
import { installedDependencies, lockedDependencies, ownBytes } from './size.js';

/** Most kB (1,000 bytes, gzipped) of our own code behind each subpath: a tenth more than today. */
const BUDGET_KB: Readonly<Record<string, number>> = {
  // Asked for: at most 25.
  '.': 25,
  './expression': 13,
  './session': 7,
  './runtime': 31,
  './http': 6,
  './router': 86,
  './gateway': 52,
  './picker': 110,
  './stores/memory': 2,
  './stores/redis': 4,
  './stores/olric': 4,
  './telemetry/prometheus': 8,
  './telemetry/opentelemetry': 3,
  './telemetry/pino': 1,
  './simulator': 53,
  './testing': 23,
};

/** What the README promises of `npm install homeward`. */
const INSTALLED = { packages: 22, megabytes: 17 };

describe('the size of', () => {
  test('every subpath has a budget', () => {
    const subpaths = Object.keys(manifest.exports).filter((name) => name !== './package.json');
    expect(Object.keys(BUDGET_KB).sort()).toEqual(subpaths.sort());
  });

  test.each(Object.entries(BUDGET_KB))('%s stays within %i kB', async (subpath, kilobytes) => {
    for (const platform of ['node', 'browser'] as const) {
      const bytes = await ownBytes(subpath, platform);
      if (bytes !== undefined) expect(bytes / 1000).toBeLessThanOrEqual(kilobytes);
    }
  });

  test('an installation is what the README says', () => {
    const pack = ['pack', '--dry-run', '--ignore-scripts', '--json'];
    const [{ unpackedSize }] = JSON.parse(
      execFileSync('npm', pack, { cwd: root, encoding: 'utf8', stdio: 'pipe' }),
    ) as [{ unpackedSize: number }];
    const { count, bytes } = installedDependencies();
    expect(count + 1).toBeLessThanOrEqual(INSTALLED.packages);
    expect((bytes + unpackedSize) / 1e6).toBeLessThanOrEqual(INSTALLED.megabytes);
    const { packages, megabytes } = INSTALLED;
    expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain(
      `${String(packages)} packages, ${String(megabytes)} MB`,
    );
  });
});

describe('an installation', () => {
  test('runs no script of ours', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const run = ['preinstall', 'install', 'postinstall', 'prepublish', 'preprepare', 'prepare'];
    expect(run.filter((name) => name in scripts)).toEqual([]);
  });

  test('runs no script of a dependency', () => {
    const dependencies = lockedDependencies();
    expect(dependencies.length).toBeGreaterThan(20);
    expect(dependencies.filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([]);
  });

  test('can be told as a bill of materials: npm sbom', () => {
    const options = ['--sbom-format', 'cyclonedx', '--package-lock-only'];
    const text = execFileSync('npm', ['sbom', ...options], { cwd: root, encoding: 'utf8' });
    const sbom = JSON.parse(text) as {
      bomFormat: string;
      components: { name: string }[];
    };
    expect(sbom.bomFormat).toBe('CycloneDX');
    const names = sbom.components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(Object.keys(manifest.dependencies)));
  });
});
