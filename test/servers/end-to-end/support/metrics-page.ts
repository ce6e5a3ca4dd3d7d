import { until } from '../../../support/until.js';

/** Values of a metric by their labels as they stand on the page, such as `result="hit"`. */
export type Series = Readonly<Record<string, number>>;

/** Reads the series of a counter or gauge from a server's page. */
export const readSeries = async (metricsUrl: string, name: string): Promise<Series> => {
  const page = await (await fetch(`${metricsUrl}/metrics`)).text();
  const samples = page.matchAll(new RegExp(`^${name}\\{(.*)\\} (\\S+)$`, 'gm'));
  return Object.fromEntries(Array.from(samples, ([, labels, value]) => [labels, Number(value)]));
};

/** Waits until the values of a metric add up to `total`, and not to more. */
export const untilTotal = (metricsUrl: string, name: string, total: number): Promise<void> =>
  until(`${name} adds up to ${String(total)}`, async () => {
    const sum = totalOf(await readSeries(metricsUrl, name));
    if (sum > total) throw new Error(`${name} adds up to ${String(sum)}, not ${String(total)}`);
    return sum === total;
  });

export const totalOf = (series: Series): number =>
  Object.values(series).reduce((sum, value) => sum + value, 0);

/** What was added between two readings. */
export const difference = (after: Series, before: Series): Series =>
  Object.fromEntries(
    Object.entries(after).map(([labels, value]) => [labels, value - (before[labels] ?? 0)]),
  );

export const LOOKUPS = 'llm_api_gateway_last_cluster_lookups_total';
export const WRITES = 'llm_api_gateway_last_cluster_writes_total';
