/** Everything that is measured, started: engines, Envoy alone, Envoy with the picker, gateway and router. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { envoyConfig, type EnvoyKind } from './envoy-config.js';
import type { Way } from './load.js';
import { findEnvoy, freePort, start, startListening, type Process } from './processes.js';

const MODEL = {
  algorithm: 'pulsar-wait-and-widen',
  cache_affinity_wait_ms: 300,
  last_cluster_affinity: true,
};

const COMMAND = process.env['HOMEWARD_BENCH_COMMAND'] ?? 'dist/cli.js';

/** The ways to the engines, and how to end all processes; `program` with `engines` runs engines. */
export const openWays = async (
  program: string,
): Promise<Readonly<{ ways: readonly Way[]; end: () => void }>> => {
  const folder = mkdtempSync(join(tmpdir(), 'homeward-bench-'));
  const children: Process[] = [];
  const end = (): void => {
    for (const child of children) child.end();
    rmSync(folder, { recursive: true });
  };
  try {
    return { ways: await startAll(program, { folder, children }), end };
  } catch (error) {
    end();
    throw error;
  }
};

type Stage = Readonly<{ folder: string; children: Process[] }>;

const startAll = async (program: string, stage: Stage): Promise<readonly Way[]> => {
  const write = (name: string, text: string): string => {
    writeFileSync(join(stage.folder, name), text);
    return join(stage.folder, name);
  };
  const keep = <P extends Process>(child: P): P => {
    stage.children.push(child);
    return child;
  };
  const homeward = async (...command: readonly string[]) =>
    keep(await startListening(process.execPath, [COMMAND, ...command]));
  const engines = [await freePort(), await freePort()];
  keep(await startListening(process.execPath, [program, 'engines', ...engines.map(String)]));
  const routing = [
    ...['--config', write('lb.json', JSON.stringify({ models: { m: MODEL } }))],
    ...['--clusters', write('clusters.json', fleetOf(engines))],
    ...['--admin', 'off', '--metrics', '127.0.0.1:0', '--log-level', 'warn'],
  ];
  const pickerPort = await freePort();
  const envoy = async (kind: EnvoyKind) => {
    const ports = { clients: await freePort(), admin: await freePort(), picker: pickerPort };
    const file = write(`envoy-${kind}.yaml`, envoyConfig(ports, engines, kind));
    const options = ['--concurrency', '1', '--log-level', 'error', '--disable-hot-restart'];
    const process = keep(start(findEnvoy(), ['-c', file, ...options]));
    await answers(`http://127.0.0.1:${String(ports.admin)}/ready`);
    return { process, port: ports.clients };
  };
  process.env['STARGATE_LAST_CLUSTER_ENABLED'] = 'true';
  const listen = ['--listen', `127.0.0.1:${String(pickerPort)}`, '--tls', 'off'];
  const picker = await homeward('picker', ...routing, ...listen, '--session-header-model', 'm');
  const alone = await envoy('alone');
  const picked = await envoy('buffered');
  const streamed = await envoy('streamed');
  const router = await homeward('router', ...routing, '--listen', '127.0.0.1:0');
  const gateway = await homeward(
    ...['gateway', '--router', addressIn(router.line)],
    ...['--models', write('models.json', JSON.stringify({ models: [{ model: 'm' }] }))],
    ...['--listen', '127.0.0.1:0', '--metrics', '127.0.0.1:0', '--log-level', 'warn'],
  );
  const withPicker = { port: picked.port, processes: { envoy: picked.process, picker } };
  return [
    { name: 'Envoy alone', port: alone.port, processes: { envoy: alone.process } },
    { name: 'Envoy and picker', ...withPicker },
    {
      ...{ name: 'Envoy and picker, bodies streamed', port: streamed.port },
      processes: { envoy: streamed.process, picker },
    },
    { name: 'Envoy and picker, no body', ...withPicker, hasSessionHeader: true },
    {
      ...{ name: 'gateway and router', processes: { gateway, router } },
      port: Number(new URL(addressIn(gateway.line)).port),
    },
  ];
};

const fleetOf = (engines: readonly number[]): string => {
  const clusters = engines.map((port, at) => ({
    ...{ cluster_id: `c${String(at)}`, rtt_ms: 1 },
    stats: { max_engine_concurrency: 1_000, max_input_tps: 10_000, last_mean_input_tps: 10_000 },
    backends: [{ id: `b${String(at)}`, url: `http://127.0.0.1:${String(port)}` }],
  }));
  return JSON.stringify({ targets: [{ model_id: 'm', clusters }] });
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
