/**
 * What gateway and router cost together: 500 chat sessions at a time, of 20 turns whose answers
 * stream, beside the same sessions sent to the engines directly; whether the memory of the two
 * processes grows; and how long a store that never answers holds a request.
 *
 * Run the bundled file with `node --expose-gc`; `--quick` takes a tenth of the time, `--json` prints
 * nothing but JSON. Engines, router and gateway run in processes of their own.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CLUSTER_IDS,
  playRole,
  startRole,
  type Child,
  type Role,
  type Usage,
} from './gateway/roles.js';
import { createSessions, type Pace, type Percentiles, type WayResult } from './gateway/sessions.js';
import { measureSilentLookups, type SilentLookups } from './gateway/silent-lookups.js';
import { MODEL } from './scene.js';

type Effort = Pace & Readonly<{ roundCount: number; turnsPerRound: number }>;

const FULL: Effort = {
  ...{ sessionCount: 500, roundCount: 5, turnsPerRound: 4 },
  ...{ streamMs: 3200, thinkMs: 1600 },
};

const QUICK: Effort = {
  ...{ sessionCount: 100, roundCount: 2, turnsPerRound: 3 },
  ...{ streamMs: 400, thinkMs: 200 },
};

const OUTPUT_TOKENS = 9;

/** After the warm-up, and after every round. */
type Usages = Readonly<{ gateway: readonly Usage[]; router: readonly Usage[] }>;

const main = async (args: readonly string[]): Promise<void> => {
  const effort = args.includes('--quick') ? QUICK : FULL;
  const say = args.includes('--json') ? () => undefined : console.log;
  const machine = { node: process.version, cpu: cpus()[0]?.model, cpuCount: cpus().length };
  const silentStore = await measureSilentLookups(100);
  say(describeSilent(silentStore));
  const folder = mkdtempSync(join(tmpdir(), 'homeward-bench-'));
  const children: Child[] = [];
  const start = async (role: Role): Promise<Child> => {
    children.push(await startRole(role));
    return children.at(-1)!;
  };
  try {
    const engines = await start({ kind: 'engines', ...streamOf(effort) });
    const router = await start({ kind: 'router', flags: routerFlags(folder, engines.urls) });
    const gateway = await start({ kind: 'gateway', flags: gatewayFlags(folder, router.urls[0]!) });
    const measured = await measure(engines, router, gateway, effort);
    say(describeWays(measured, effort));
    const turnCount = measured.routed.turns;
    say(describeProcess('gateway', measured.usage.gateway, turnCount));
    say(describeProcess('router', measured.usage.router, turnCount));
    console.log(JSON.stringify({ machine, effort, silentStore, ...measured }, null, 2));
  } finally {
    for (const child of children) child.end();
    rmSync(folder, { recursive: true });
  }
};

/** The first token comes with the prefill, the others one by one. */
const streamOf = ({ streamMs }: Effort) => ({
  outputTokens: OUTPUT_TOKENS,
  decodeTokensPerSecond: ((OUTPUT_TOKENS - 1) * 1000) / streamMs,
});

const ANY_PORT = '127.0.0.1:0';

const routerFlags = (folder: string, engineUrls: readonly string[]) => {
  const config = {
    models: {
      [MODEL]: {
        algorithm: 'pulsar-wait-and-widen',
        cache_affinity_wait_ms: 300,
        last_cluster_affinity: true,
      },
    },
  };
  const clusters = CLUSTER_IDS.map((cluster_id, at) => ({
    ...{ cluster_id, rtt_ms: 1 },
    stats: { max_engine_concurrency: 1000, max_input_tps: 10_000, last_mean_input_tps: 10_000 },
    backends: [{ id: `${cluster_id}-1`, url: engineUrls[at]! }],
  }));
  return {
    config: writeJson(folder, 'lb-config.json', config),
    clusters: writeJson(folder, 'clusters.json', { targets: [{ model_id: MODEL, clusters }] }),
    ...{ listen: ANY_PORT, admin: 'off', metrics: ANY_PORT, logLevel: 'warn' },
  };
};

const gatewayFlags = (folder: string, router: string) => ({
  router,
  models: writeJson(folder, 'models.json', { models: [{ model: MODEL }] }),
  ...{ listen: ANY_PORT, metrics: ANY_PORT, logLevel: 'warn' },
});

const writeJson = (folder: string, name: string, json: object): string => {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(json));
  return file;
};

type Measured = Readonly<{ direct: WayResult; routed: WayResult; usage: Usages }>;

/** Rounds of both ways alternate, so that the moods of the machine fall on both. */
const measure = async (
  engines: Child,
  router: Child,
  gateway: Child,
  effort: Effort,
): Promise<Measured> => {
  for (const { urls } of [engines, gateway]) {
    const warmUp = createSessions(urls, effort);
    await warmUp.run(2);
    await warmUp.close();
  }
  const direct = createSessions(engines.urls, effort);
  const routed = createSessions(gateway.urls, effort);
  const samples = [await Promise.all([gateway.usage(), router.usage()])];
  for (let round = 0; round < effort.roundCount; round++) {
    await routed.run(effort.turnsPerRound);
    samples.push(await Promise.all([gateway.usage(), router.usage()]));
    await direct.run(effort.turnsPerRound);
  }
  await Promise.all([direct.close(), routed.close()]);
  return {
    ...{ direct: direct.result(), routed: routed.result() },
    usage: { gateway: samples.map(([one]) => one), router: samples.map(([, other]) => other) },
  };
};

const describeSilent = ({ timeoutMs, count, p50Ms, maxMs }: SilentLookups): string =>
  `lookup in a store that never answers: p50 ${String(p50Ms)} ms, longest ${String(maxMs)} ms ` +
  `(timeout ${String(timeoutMs)} ms, ${String(count)} times)`;

const describeWays = ({ direct, routed }: Measured, { sessionCount }: Effort): string =>
  [
    `${String(sessionCount)} sessions at a time`,
    `  direct  ${describeWay(direct)}`,
    `  routed  ${describeWay(routed)}`,
    `  added to the first piece  ${describeAdded(routed.firstPieceUs, direct.firstPieceUs)}`,
    `  added to the whole        ${describeAdded(routed.wholeUs, direct.wholeUs)}`,
    `  turns that left their cluster: ${String(routed.reroutes)} of ${String(routed.turns)}`,
  ].join('\n');

const describeWay = ({ turns, turnsPerSecond, firstPieceUs, wholeUs }: WayResult): string =>
  `${String(turns)} turns, ${String(turnsPerSecond)} a second; ` +
  `first piece ${describePercentiles(firstPieceUs)}; whole ${describePercentiles(wholeUs)}`;

const describeAdded = (routed: Percentiles, direct: Percentiles): string =>
  describePercentiles({
    p50: routed.p50 - direct.p50,
    p90: routed.p90 - direct.p90,
    p99: routed.p99 - direct.p99,
  });

const describePercentiles = ({ p50, p90, p99 }: Percentiles): string =>
  `p50 ${inMs(p50)}, p90 ${inMs(p90)}, p99 ${inMs(p99)} ms`;

const inMs = (us: number): string => (us / 1000).toFixed(1);

const describeProcess = (name: string, samples: readonly Usage[], turnCount: number): string => {
  const series = (pick: (usage: Usage) => number): string =>
    samples.map((usage) => (pick(usage) / 2 ** 20).toFixed(1)).join(' ');
  const cpuMs = (samples.at(-1)!.cpuMs - samples[0]!.cpuMs) / turnCount;
  return [
    `${name}: ${cpuMs.toFixed(2)} ms of processor time per turn; memory round by round, MiB`,
    `  heap ${series(({ heapUsed }) => heapUsed)}`,
    `  rss  ${series(({ rss }) => rss)}`,
  ].join('\n');
};

const [role] = process.argv.slice(2);
if (role?.startsWith('{') === true) await playRole(JSON.parse(role) as Role);
else await main(process.argv.slice(2));
