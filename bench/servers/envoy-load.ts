/**
 * What the picker costs: Envoy alone (engines in turn), Envoy with the picker, and gateway with
 * router, to the same engines in the same run; requests a second and processor time at 16
 * connections, the time of a request at one. Everything runs in processes of its own.
 *
 * Needs Linux, `npm run build` and Envoy. A run takes two and a half minutes, with `--quick` a fifth.
 */
import { createServer } from 'node:http';
import { cpus } from 'node:os';
import { loadFor, type Seen } from './envoy/load.js';
import { openWays } from './envoy/ways.js';

const CONNECTIONS = 16;

/** How long each way is warmed up, loaded with many connections, and with one; ms. */
const ROWS = { warmMs: 10_000, manyMs: 12_000, oneMs: 6_000 };

const ANSWER = Buffer.from(
  JSON.stringify({
    id: 'x',
    object: 'chat.completion',
    choices: [{ message: { content: 'hello' } }],
  }),
);

/** Engines that answer at once. */
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

type Row = Readonly<{ name: string; many: Seen; one: Seen }>;

const main = async (args: readonly string[]): Promise<void> => {
  const part = args.includes('--quick') ? 0.2 : 1;
  const { ways, end } = await openWays(process.argv[1]!);
  try {
    const rows: Row[] = [];
    for (const way of ways) {
      await loadFor(way, CONNECTIONS, ROWS.warmMs * part);
      const many = await loadFor(way, CONNECTIONS, ROWS.manyMs * part);
      const one = await loadFor(way, 1, ROWS.oneMs * part);
      rows.push({ name: way.name, many, one });
      console.log(describe(rows.at(-1)!, rows[0]!));
    }
    const machine = { node: process.version, cpu: cpus()[0]?.model, cpuCount: cpus().length };
    console.log(JSON.stringify({ machine, rows }));
  } finally {
    end();
  }
};

const describe = ({ name, many, one }: Row, alone: Row): string => {
  const base = alone.many.cpuMsPerRequest['envoy']!;
  const cpu = Object.entries(many.cpuMsPerRequest)
    .map(([process, ms]) => `${process} ${ms.toFixed(3)} ms (${(ms / base).toFixed(2)})`)
    .join(', ');
  const added = (pick: (seen: Seen) => number): string =>
    `${pick(one).toFixed(2)} ms (added ${(pick(one) - pick(alone.one)).toFixed(2)}, ratio ${(pick(one) / pick(alone.one)).toFixed(2)})`;
  return [
    `${name}: ${String(many.requestsPerSecond)} requests/s at ${String(CONNECTIONS)} connections, ${String(many.failed + one.failed)} of ${String(many.count + one.count)} failed`,
    `  processor time a request, and as a multiple of Envoy's alone: ${cpu}`,
    `  one connection: p50 ${added(({ p50Ms }) => p50Ms)}, p99 ${added(({ p99Ms }) => p99Ms)}`,
  ].join('\n');
};

const [role, ...ports] = process.argv.slice(2);
if (role === 'engines') await serveEngines(ports.map(Number));
else await main(process.argv.slice(2));
