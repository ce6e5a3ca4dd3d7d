/**
 * How far the simulator can be trusted, and how fast it is: `npm run bench:simulator`.
 *
 * Erlang-C and Little's law at three loads, the rate of a plain scenario and of one with prefix
 * blocks, and the memory that a million requests take. Figures of time and memory are of the
 * machine; the others are the same everywhere. `--quick` takes a tenth of the arrivals, `--queue`
 * or `--speed` one half of it, `--json` prints JSON.
 */
import { queueAgreement, type Agreement } from './queueing.js';
import { memoryOf, speeds, type Memory, type Speed } from './speed.js';

const has = (flag: string): boolean => process.argv.includes(flag);
/** Arrivals to expect; chance leaves some out, and there shall be two million. */
const unit = has('--quick') ? 201_000 : 2_010_000;

/** Waits of a queue that is nearly full hang together for minutes: it takes more arrivals. */
const LOADS = [
  { load: 0.5, arrivals: unit },
  { load: 0.8, arrivals: unit },
  { load: 0.9, arrivals: 5 * unit },
];

const fixed = (value: number, digits: number): string => value.toFixed(digits);

const agreementTable = (rows: readonly Agreement[]): string =>
  [
    '| Load | Arrivals | Mean wait, ms | 95 % interval | Erlang-C, ms | Off | Inside | Little |',
    '| ---: | ---: | ---: | ---: | ---: | ---: | --- | ---: |',
    ...rows.map((row) =>
      [
        '',
        ` ${String(row.load)} `,
        ` ${row.arrivals.toLocaleString('en')} `,
        ` ${fixed(row.meanWaitMs, 2)} `,
        ` ± ${fixed(row.halfWidthMs, 2)} `,
        ` ${fixed(row.theoryMs, 2)} `,
        ` ${fixed(row.offPercent, 2)} % `,
        ` ${row.isInside ? 'yes' : 'no'} `,
        ` ${fixed(row.littleRatio, 4)} `,
        '',
      ].join('|'),
    ),
  ].join('\n');

const speedTable = (rows: readonly Speed[]): string =>
  [
    '| Scenario | Requests a batch | Requests/s, median | Slowest to fastest batch | Bare calendar, requests/s | Ratio |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...rows.map(({ name, requests, perSecond, range, calendarPerSecond }) => {
      const counts = [requests, perSecond, range.slowest, range.fastest, calendarPerSecond];
      const [batch, median, slowest, fastest, calendar] = counts.map((count) =>
        count.toLocaleString('en'),
      );
      const ratio = fixed(calendarPerSecond / perSecond, 1);
      return `| ${name} | ${batch!} | ${median!} | ${slowest!} to ${fastest!} | ${calendar!} | ${ratio} |`;
    }),
  ].join('\n');

const memoryTable = (rows: readonly Memory[]): string =>
  [
    '| Requests | Heap after, MiB | Peak resident set so far, MiB |',
    '| ---: | ---: | ---: |',
    ...rows.map(
      ({ requests, heapMiB, peakRssMiB }) =>
        `| ${requests.toLocaleString('en')} | ${String(heapMiB)} | ${String(peakRssMiB)} |`,
    ),
  ].join('\n');

const isWhole = !has('--queue') && !has('--speed');
const queue: Agreement[] = [];
if (isWhole || has('--queue')) {
  for (const { load, arrivals } of LOADS) queue.push(await queueAgreement(load, arrivals));
}
const speed = isWhole || has('--speed') ? await speeds(unit / 8) : [];
const memory = isWhole || has('--speed') ? await memoryOf([unit / 20, unit / 2]) : [];
if (has('--json')) console.log(JSON.stringify({ queue, speed, memory }, null, 2));
else {
  const tables = [
    ...(queue.length > 0 ? [agreementTable(queue)] : []),
    ...(speed.length > 0 ? [speedTable(speed), memoryTable(memory)] : []),
  ];
  console.log(tables.join('\n\n'));
}
