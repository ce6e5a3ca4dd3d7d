/**
 * How long one client's large body holds the others up: the longest answer of `/healthz` while the
 * gateway takes bodies of several kinds, beside the time that parsing alone takes in this process.
 *
 * `--quick` sends bodies of a tenth of the size, `--json` prints nothing but JSON. The gateway runs
 * in a process of its own; the router is a server that takes everything and says nothing more.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { playRole, startRole, type Child, type Role } from './gateway/roles.js';
import { MODEL } from './scene.js';

/** A body, and how many of them are sent at a time. */
type Load = Readonly<{ name: string; count: number; members: (bytes: number) => string }>;

const image = (bytes: number): string =>
  `"messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:,${'A'.repeat(bytes)}"}}]}]`;

const LOADS: readonly Load[] = [
  { name: 'image, payload session', count: 1, members: image },
  {
    name: 'image, prompt_cache_key',
    count: 1,
    members: (b) => `"prompt_cache_key":"k",${image(b)}`,
  },
  { name: 'messages [1,1,...]', count: 1, members: (b) => `"messages":[${'1,'.repeat(b / 2)}1]` },
  { name: 'member names', count: 1, members: (b) => `"messages":[{${memberNames(b)}}]` },
  {
    name: 'six at once, [1,1,...]',
    count: 6,
    members: (b) => `"messages":[${'1,'.repeat(b / 2)}1]`,
  },
];

const memberNames = (bytes: number): string =>
  Array.from({ length: bytes / 12 }, (_, i) => `"${(i + 1e6).toString(36)}":1`).join();

const FULL_BYTES = 20 * 1024 * 1024;

type Result = Readonly<{
  name: string;
  megabytes: number;
  parseMs: number;
  allMs: number;
  longestOtherMs: number;
  rssMegabytes: number;
}>;

const main = async (args: readonly string[]): Promise<void> => {
  const bytes = args.includes('--quick') ? FULL_BYTES / 10 : FULL_BYTES;
  const folder = mkdtempSync(join(tmpdir(), 'homeward-bench-'));
  const router = createServer((request, response) => {
    request.resume().on('end', () => response.end('{}'));
  });
  router.listen(0, '127.0.0.1');
  await once(router, 'listening');
  const models = join(folder, 'models.json');
  writeFileSync(models, JSON.stringify({ models: [{ model: MODEL }] }));
  const { port } = router.address() as AddressInfo;
  const flags = {
    ...{ models, listen: '127.0.0.1:0', metrics: 'off', logLevel: 'silent' },
    router: `http://127.0.0.1:${String(port)}`,
  };
  const gateway = await startRole({ kind: 'gateway', flags });
  try {
    const results: Result[] = [];
    for (const load of LOADS) results.push(await measure(gateway, load, bytes));
    if (args.includes('--json')) console.log(JSON.stringify(results));
    else console.table(results);
  } finally {
    gateway.end();
    router.close();
    router.closeAllConnections();
    rmSync(folder, { recursive: true });
  }
};

const measure = async (gateway: Child, load: Load, bytes: number): Promise<Result> => {
  const url = gateway.urls[0]!;
  const body = `{"model":"${MODEL}",${load.members(bytes)}}`;
  const parseStartedMs = performance.now();
  JSON.parse(body);
  const parseMs = performance.now() - parseStartedMs;
  let isOver = false;
  let longestOtherMs = 0;
  const others = (async () => {
    while (!isOver) {
      const startedMs = performance.now();
      await (await fetch(`${url}/healthz`)).text();
      longestOtherMs = Math.max(longestOtherMs, performance.now() - startedMs);
    }
  })();
  const startedMs = performance.now();
  const answers = Array.from({ length: load.count }, async () => {
    const response = await fetch(`${url}/v1/chat/completions`, { method: 'POST', body });
    await response.text();
    if (response.status !== 200) throw new Error(`${load.name}: ${String(response.status)}`);
  });
  await Promise.all(answers);
  const allMs = performance.now() - startedMs;
  isOver = true;
  await others;
  const { rss } = await gateway.usage();
  const rounded = { parseMs, allMs, longestOtherMs };
  return {
    ...{ name: load.name, megabytes: Math.round(body.length / 1e6) },
    ...(Object.fromEntries(
      Object.entries(rounded).map(([key, ms]) => [key, Math.round(ms)]),
    ) as typeof rounded),
    rssMegabytes: Math.round(rss / 1e6),
  };
};

const role = process.argv[2];
if (role?.startsWith('{')) await playRole(JSON.parse(role) as Role);
else await main(process.argv.slice(2));
