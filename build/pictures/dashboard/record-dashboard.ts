/** Plays the story and asks a Prometheus for every panel of the dashboard, as Grafana would. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createMockEngine } from '../../../src/adapters/testing/mock-engine/index.js';
import { talk } from './load.js';
import { startPrometheus, type Prometheus, type Series } from './prometheus.js';
import { readPanels, STORY, type Panel, type RecordedLine, type RecordedPanel } from './record.js';

/** First port of the engines: their names are in the picture. */
const FIRST_PORT = 8001;

/** Takes as long as the story; needs `npm run build` before and `prometheus` on the PATH. */
export const recordDashboard = async (root: string): Promise<readonly RecordedPanel[]> => {
  const engines = await Promise.all(
    Array.from({ length: STORY.engines }, (_, i) =>
      createMockEngine({ port: FIRST_PORT + i, backendId: `e${String(i)}`, slots: STORY.slots }),
    ),
  );
  const up = await startUp(
    root,
    engines.map(({ url }) => url),
  );
  const prometheus = await startPrometheus(up.metrics);
  try {
    const startMs = Date.now();
    const { from, to } = STORY.outage;
    const outage = pause(from * 1000).then(() => {
      engines.at(-1)!.fail({ mode: 'connect-refuse', forMs: (to - from) * 1000 });
    });
    await Promise.all([talk(up.base, startMs), outage, pause(STORY.seconds * 1000 + 1500)]);
    const panels = readPanels(root).filter(({ targets }) => targets !== undefined);
    return await Promise.all(
      panels.map((panel) => recordPanel(prometheus, panel, Math.ceil(startMs / 1000))),
    );
  } finally {
    await prometheus.close();
    await up.close();
    await Promise.all(engines.map((engine) => engine.close()));
  }
};

type Up = Readonly<{ base: string; metrics: string; close: () => Promise<void> }>;

const startUp = async (root: string, urls: readonly string[]): Promise<Up> => {
  const flags = ['--slots', String(STORY.slots), '--listen', '0', '--metrics', '0', '--admin', '0'];
  const args = ['up', ...urls.flatMap((url) => ['--engine', url]), ...flags];
  const child = spawn(process.execPath, [join(root, 'dist/cli.js'), ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(child, 'exit');
  let printed = '';
  const find = (pattern: RegExp): string | undefined => pattern.exec(printed)?.[1];
  for await (const piece of child.stdout.iterator({ destroyOnReturn: false })) {
    printed += String(piece);
    const [base, metrics] = [find(/clients to (\S+)\n/), find(/metrics http:\/\/([^/]+)\/metrics/)];
    if (base === undefined || metrics === undefined) continue;
    child.stdout.resume();
    const close = async (): Promise<void> => {
      child.kill('SIGTERM');
      await ended;
    };
    return { base, metrics, close };
  }
  throw new Error(`homeward up did not start: ${printed}`);
};

const recordPanel = async (
  prometheus: Prometheus,
  { title, targets = [] }: Panel,
  start: number,
): Promise<RecordedPanel> => {
  const lines: RecordedLine[] = [];
  for (const { expr, legendFormat } of targets) {
    const expression = expr.replaceAll('$__rate_interval', '10s').replace(/\$\w+/g, '.*');
    const end = start + STORY.seconds;
    for (const series of await prometheus.ask(expression, start, end, STORY.stepSeconds)) {
      lines.push(lineOf(series, legendFormat, start));
    }
  }
  return { title, expressions: targets.map(({ expr }) => expr), lines };
};

const lineOf = ({ metric, values }: Series, legend: string, start: number): RecordedLine => {
  const byTime = new Map(values.map(([time, value]) => [time, Number(value)]));
  const count = STORY.seconds / STORY.stepSeconds + 1;
  return {
    name: legend.replace(/\{\{(\w+)\}\}/g, (_, label: string) => metric[label] ?? '').trim(),
    values: Array.from({ length: count }, (_, i) => {
      const value = byTime.get(start + i * STORY.stepSeconds) ?? NaN;
      return Number.isFinite(value) ? Number(value.toPrecision(3)) : null;
    }),
  };
};
