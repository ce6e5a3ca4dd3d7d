/**
 * What the picker costs: Envoy alone (engines in turn), Envoy with the picker, and gateway with
 * router, to the same engines in the same run; requests a second and processor time at 16
 * connections, the time of a request at one. Everything runs in processes of its own. The ways are
 * loaded in turns, and figures are medians over the rounds.
 *
 * Needs Linux, `npm run build` and Envoy. A run takes two and a half minutes, with `--quick` a fifth.
 */
import { createServer } from 'node:http';
import { cpus } from 'node:os';
import { loadInRounds, medianOf, sumOf, type Row, type Round } from './envoy/rounds.js';
import { openWays } from './envoy/ways.js';

const CONNECTIONS = 16;

const ROUND_COUNT = 5;

/** How long each way is warmed up, and loaded in each round with many connections and with one; ms. */
const DURATIONS = { warmMs: 8_000, manyMs: 2_500, oneMs: 1_500 };

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

const main = async (args: readonly string[]): Promise<void> => {
  const part = args.includes('--quick') ? 0.2 : 1;
  const { ways, end } = await openWays(process.argv[1]!);
  try {
    const durations = {
      warmMs: DURATIONS.warmMs * part,
      manyMs: DURATIONS.manyMs * part,
      oneMs: DURATIONS.oneMs * part,
    };
    const rows = await loadInRounds(ways, CONNECTIONS, ROUND_COUNT, durations);
    for (const row of rows) console.log(describe(row, rows[0]!));
    const machine = { node: process.version, cpu: cpus()[0]?.model, cpuCount: cpus().length };
    console.log(JSON.stringify({ machine, rows }));
  } finally {
    end();
  }
};

/** Differences and ratios are those of the same round. */
const describe = (row: Row, alone: Row): string => {
  const processes = Object.keys(row.rounds[0]!.many.cpuMsPerRequest);
  const cpu = processes.map((process) => {
    const ofMany = ({ many }: Round): number => many.cpuMsPerRequest[process]!;
    const base = (at: number): number => alone.rounds[at]!.many.cpuMsPerRequest['envoy']!;
    const ratio = medianOf(row, (round, at) => ofMany(round) / base(at));
    return `${process} ${medianOf(row, ofMany).toFixed(3)} ms (${ratio.toFixed(2)})`;
  });
  const latency = (pick: (round: Round) => number): string => {
    const added = medianOf(row, (round, at) => pick(round) - pick(alone.rounds[at]!));
    const ratio = medianOf(row, (round, at) => pick(round) / pick(alone.rounds[at]!));
    return `${medianOf(row, pick).toFixed(2)} ms (added ${added.toFixed(2)}, ratio ${ratio.toFixed(2)})`;
  };
  const perSecond = medianOf(row, ({ many }) => many.requestsPerSecond);
  const [failed, count] = [sumOf(row, (seen) => seen.failed), sumOf(row, (seen) => seen.count)];
  return [
    `${row.name}: ${String(perSecond)} requests/s at ${String(CONNECTIONS)} connections, ${String(failed)} of ${String(count)} failed`,
    `  processor time a request, and as a multiple of Envoy's alone: ${cpu.join(', ')}`,
    `  one connection: p50 ${latency(({ one }) => one.p50Ms)}, p99 ${latency(({ one }) => one.p99Ms)}`,
  ].join('\n');
};

const [role, ...ports] = process.argv.slice(2);
if (role === 'engines') await serveEngines(ports.map(Number));
else await main(process.argv.slice(2));
