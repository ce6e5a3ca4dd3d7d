/** A Prometheus of our own that reads one page every second. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** One series of an answer: its labels, and its figures by the time in seconds. */
export type Series = Readonly<{
  metric: Readonly<Record<string, string>>;
  values: readonly (readonly [number, string])[];
}>;

export type Prometheus = Readonly<{
  /** The series of an expression, from one time to another, in seconds since 1970. */
  ask: (expression: string, start: number, end: number, step: number) => Promise<readonly Series[]>;
  close: () => Promise<void>;
}>;

/** Starts the `prometheus` on the PATH; `target` is host and port of the page. */
export const startPrometheus = async (target: string): Promise<Prometheus> => {
  const folder = mkdtempSync(join(tmpdir(), 'homeward-prometheus-'));
  const config = join(folder, 'prometheus.json');
  const job = { job_name: 'homeward', static_configs: [{ targets: [target] }] };
  const intervals = { scrape_interval: '1s', scrape_timeout: '1s' };
  writeFileSync(config, JSON.stringify({ global: intervals, scrape_configs: [job] }));
  const address = `127.0.0.1:${String(await freePort())}`;
  const flags = [`--config.file=${config}`, `--storage.tsdb.path=${join(folder, 'data')}`];
  const child = spawn('prometheus', [...flags, `--web.listen-address=${address}`], {
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  const ended = once(child, 'exit');
  await isReady(`http://${address}/-/ready`);
  return {
    ask: async (query, start, end, step) => {
      const about = { query, start: String(start), end: String(end), step: String(step) };
      const path = `/api/v1/query_range?${new URLSearchParams(about).toString()}`;
      const response = await fetch(`http://${address}${path}`);
      const answer = (await response.json()) as Answer;
      if (answer.data === undefined) throw new Error(`${query}: ${answer.error ?? 'no answer'}`);
      return answer.data.result;
    },
    close: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

type Answer = Readonly<{ data?: Readonly<{ result: readonly Series[] }>; error?: string }>;

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

const isReady = async (url: string): Promise<void> => {
  for (;;) {
    const status = await fetch(url).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};
