import type { PolicyReport } from '../report/report.js';

/** Whether `a` is as good as `b` in reuse and TTFT p99, and better in one. */
const beats = (a: PolicyReport, b: PolicyReport): boolean => {
  const [reuseA, reuseB] = [reuseOf(a), reuseOf(b)];
  const [p99A, p99B] = [p99Of(a), p99Of(b)];
  return reuseA >= reuseB && p99A <= p99B && (reuseA > reuseB || p99A < p99B);
};

/**
 * Those that no other beats in both KV reuse and TTFT p99, fastest first; of equals the first.
 * Without a figure for one of them, it is no candidate.
 */
export const frontierOf = (policies: readonly PolicyReport[]): readonly PolicyReport[] => {
  const known = policies.filter((one) => !Number.isNaN(reuseOf(one) + p99Of(one)));
  const unbeaten = known.filter(
    (one, at) =>
      !known.some((other) => beats(other, one)) &&
      known.findIndex((other) => isEqual(other, one)) === at,
  );
  return unbeaten.sort((a, b) => p99Of(a) - p99Of(b));
};

export const reuseOf = ({ estimates }: PolicyReport): number => estimates['kv_reuse']!.mean;

export const p99Of = ({ estimates }: PolicyReport): number => estimates['ttft_p99_ms']!.mean;

const isEqual = (a: PolicyReport, b: PolicyReport): boolean =>
  reuseOf(a) === reuseOf(b) && p99Of(a) === p99Of(b);
