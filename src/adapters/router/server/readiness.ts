import type { BackendStatus } from '../../fleet/port.js';
import type { Router } from '../routing/create-router.js';

/** What `/readyz` says. */
export type Readiness = Readonly<{
  isReady: boolean;
  /** For people and for tests; names no tenant. */
  body: Readonly<Record<string, unknown>>;
}>;

/** What is asked of the server rather than of its router. */
export type ServerState = Readonly<{ isStopping?: boolean; isConfigRefused?: boolean }>;

/**
 * Whether requests can be routed: some target is served, and the server is not stopping.
 *
 * Models whose backends are all stale or paused are listed, and so are those of which no backend
 * reports any more; they are still routed to. So are sources whose latest document was refused, the
 * routing configuration among them.
 */
export const readinessOf = (
  { runtime, fleet }: Pick<Router, 'runtime' | 'fleet'>,
  { isStopping = false, isConfigRefused = false }: ServerState,
): Readiness => {
  const status = fleet.status();
  const details = {
    targets: runtime.targets().length,
    backends: countBy(status),
    models_without_live_backend: modelsWithoutLive(status),
    models_without_reports: modelsOf(status.filter(({ hasLostReports }) => hasLostReports)),
    refused_documents: [...(isConfigRefused ? ['config'] : []), ...fleet.refusedSources()],
  };
  if (isStopping) return { isReady: false, body: { status: 'stopping', ...details } };
  if (details.targets === 0) return { isReady: false, body: { status: 'no_targets', ...details } };
  return { isReady: true, body: { status: 'ready', ...details } };
};

const countBy = (status: readonly BackendStatus[]): Record<string, number> => {
  const counts = { live: 0, stale: 0, paused: 0 };
  for (const { state } of status) counts[state] += 1;
  return counts;
};

const modelsWithoutLive = (status: readonly BackendStatus[]): readonly string[] => {
  const live = new Set(modelsOf(status.filter(({ state }) => state === 'live')));
  return modelsOf(status).filter((model) => !live.has(model));
};

const modelsOf = (status: readonly BackendStatus[]): readonly string[] =>
  [...new Set(status.map(({ target }) => target.modelId))].sort();
