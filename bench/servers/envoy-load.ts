/**
 * What the picker costs: Envoy alone (engines in turn), Envoy with the picker, and gateway with
 * router, to the same engines in the same run; requests a second and processor time at 16
 * connections, the time of a request at one. Everything runs in processes of its own.
 *
 * Needs Linux, `npm run build` and Envoy. `--quick` takes a tenth of the time.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'hdr-histogram-js';
import { Pool } from 'undici';
import { envoyConfig } from './envoy/envoy-config.js';
import { findEnvoy, freePort, start, startListening, type Process } from './envoy/processes.js';

const CONNECTIONS = 16;

const ANSWER = Buffer.from(
  JSON.stringify({
    id: 'x',
    object: 'chat.completion',
    choices: [{ message: { content: 'hello' } }],
  }),
);

/** Two engines that answer at once. */
const serveEngines = async (ports: readonly number[]): Promise<void> => {
  for (const port of ports) {
    const server = createServer((request, response) => {
      request.resume().on('end', () => {
        response.writeHead(200, {
          'content-type': 'application/json',
          'content-length': ANSWER.length,
        });
        response.end(ANSWER);
      });
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  }
  console.log('engines listening');
};

/** One way to the engines: where it begins, and the processes whose time is counted. */
type Way = Readonly<{ name: string; port: number; processes: Readonly<Record<string, Process>> }>;

type Seen = Readonly<{
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  failed: number;
  cpuMsPerRequest: Readonly<Record<string, number>>;
}>;

const bodyOf = (session: number): string =>
  JSON.stringify({
    ...{ model: 'm', prompt_cache_key: `session-${String(session % 1_000)}` },
    messages: [{ role: 'user', content: 'x'.repeat(800) }],
  });

const load = async (way: Way, connections: number, count: number): Promise<Seen> => {
  const pool = new Pool(`http://127.0.0.1:${String(way.port)}`, { connections });
  const histogram = build({ numberOfSignificantValueDigits: 3 });
  let sent = 0;
  let failed = 0;
  const client = async (): Promise<void> => {
    while (sent < count) {
      const body = bodyOf(sent++);
      const startMs = performance.now();
      const answer = await pool.request({
        ...{ path: '/v1/chat/completions', method: 'POST', body },
        headers: { 'content-type': 'application/json' },
      });
      await answer.body.text();
      if (answer.statusCode !== 200) failed += 1;
      histogram.recordValue(Math.round((performance.now() - startMs) * 1000));
    }
  };
  const cpu = (): Record<string, number> =>
    Object.fromEntries(Object.entries(way.processes).map(([name, one]) => [name, one.cpuMs()]));
  const before = cpu();
  const startMs = performance.now();
  await Promise.all(Array.from({ length: connections }, client));
  const seconds = (performance.now() - startMs) / 1000;
  const after = cpu();
  await pool.close();
  return {
    requestsPerSecond: Math.round(count / seconds),
    p50Ms: histogram.getValueAtPercentile(50) / 1000,
    p99Ms: histogram.getValueAtPercentile(99) / 1000,
    failed,
    cpuMsPerRequest: Object.fromEntries(
      Object.keys(after).map((name) => [name, (after[name]! - before[name]!) / count]),
    ),
  };
};

const MODEL = {
  algorithm: 'pulsar-wait-and-widen',
  cache_affinity_wait_ms: 300,
  last_cluster_affinity: true,
};

const main = async (args: readonly string[]): Promise<void> => {
  const count = args.includes('--quick') ? 3_000 : 30_000;
  const folder = mkdtempSync(join(tmpdir(), 'homeward-bench-'));
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const children: Process[] = [];
  const keep = <P extends Process>(child: P): P => {
    children.push(child);
    return child;
  };
  const engines = [await freePort(), await freePort()];
  const clusters = engines.map((port, at) => ({
    ...{ cluster_id: `c${String(at)}`, rtt_ms: 1 },
    stats: { max_engine_concurrency: 1_000, max_input_tps: 10_000, last_mean_input_tps: 10_000 },
    backends: [{ id: `b${String(at)}`, url: `http://127.0.0.1:${String(port)}` }],
  }));
  const routing = [
    ...['--config', write('lb.json', JSON.stringify({ models: { m: MODEL } }))],
    '--clusters',
    write('clusters.json', JSON.stringify({ targets: [{ model_id: 'm', clusters }] })),
    ...['--admin', 'off', '--metrics', '127.0.0.1:0', '--log-level', 'warn'],
  ];
  const homeward = async (...command: readonly string[]) =>
    keep(await startListening(process.execPath, ['dist/cli.js', ...command]));
  const envoy = async (picker: number, isAlone: boolean) => {
    const ports = { clients: await freePort(), admin: await freePort(), picker };
    const file = write(`envoy-${String(isAlone)}.yaml`, envoyConfig(ports, engines, isAlone));
    const options = ['--concurrency', '1', '--log-level', 'error', '--disable-hot-restart'];
    const started = keep(start(findEnvoy(), ['-c', file, ...options]));
    await answers(`http://127.0.0.1:${String(ports.admin)}/ready`);
    return { process: started, port: ports.clients };
  };
  process.env['STARGATE_LAST_CLUSTER_ENABLED'] = 'true';
  try {
    const self = process.argv[1]!;
    keep(await startListening(process.execPath, [self, 'engines', ...engines.map(String)]));
    const pickerPort = await freePort();
    const listen = ['--listen', `127.0.0.1:${String(pickerPort)}`, '--tls', 'off'];
    const picker = await homeward('picker', ...routing, ...listen);
    const alone = await envoy(pickerPort, true);
    const picked = await envoy(pickerPort, false);
    const router = await homeward('router', ...routing, '--listen', '127.0.0.1:0');
    const models = write('models.json', JSON.stringify({ models: [{ model: 'm' }] }));
    const gateway = await homeward(
      ...['gateway', '--router', addressIn(router.line), '--models', models],
      ...['--listen', '127.0.0.1:0', '--metrics', '127.0.0.1:0', '--log-level', 'warn'],
    );
    const ways: readonly Way[] = [
      { name: 'Envoy alone', port: alone.port, processes: { envoy: alone.process } },
      {
        ...{ name: 'Envoy and picker', port: picked.port },
        processes: { envoy: picked.process, picker },
      },
      {
        ...{ name: 'gateway and router', port: Number(new URL(addressIn(gateway.line)).port) },
        processes: { gateway, router },
      },
    ];
    for (const way of ways) await load(way, CONNECTIONS, count / 3);
    const result = [];
    for (const way of ways) {
      const many = await load(way, CONNECTIONS, count);
      const one = await load(way, 1, count / 10);
      result.push({ name: way.name, many, one });
      console.log(describe(way.name, many, one, result[0]!.one));
    }
    console.log(
      JSON.stringify({
        machine: { node: process.version, cpu: cpus()[0]?.model, cpuCount: cpus().length },
        result,
      }),
    );
  } finally {
    for (const child of children) child.end();
    rmSync(folder, { recursive: true });
  }
};

const addressIn = (line: string): string => /https?:\/\/[^\s(),;]+/.exec(line)![0];

const answers = async (url: string): Promise<void> => {
  for (;;) {
    try {
      if ((await fetch(url)).ok) return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
};

const describe = (name: string, many: Seen, one: Seen, alone: Seen): string => {
  const cpu = Object.entries(many.cpuMsPerRequest)
    .map(([process, ms]) => `${process} ${ms.toFixed(3)} ms`)
    .join(', ');
  const added = (pick: (seen: Seen) => number): string =>
    `${pick(one).toFixed(2)} ms (added ${(pick(one) - pick(alone)).toFixed(2)})`;
  return [
    `${name}: ${String(many.requestsPerSecond)} requests/s at ${String(CONNECTIONS)} connections, ${String(many.failed + one.failed)} failed`,
    `  processor time a request: ${cpu}`,
    `  one connection: p50 ${added(({ p50Ms }) => p50Ms)}, p99 ${added(({ p99Ms }) => p99Ms)}`,
  ].join('\n');
};

const [role, ...ports] = process.argv.slice(2);
if (role === 'engines') await serveEngines(ports.map(Number));
else await main(process.argv.slice(2));
