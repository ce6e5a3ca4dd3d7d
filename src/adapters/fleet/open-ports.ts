import type { Clock } from '../time/clock.js';
import { createDnsSource } from './sources/dns-source.js';
import { createEngineMetricsSource } from './sources/engine-metrics-source.js';
import type { Source } from '../time/source.js';
import type { Log } from '../telemetry/port.js';
import { below, hostOf } from './document/base-url.js';
import type { FleetOptions, OpenSources } from './fleet-options.js';
import type { FleetPorts } from './ports.js';
import type { FleetSettings } from './settings.js';

/** Ports, and a way to wait until every discarded source is closed. */
export type OwnedPorts = FleetPorts & Readonly<{ closed: () => Promise<void> }>;

/** Longest list of faults in a log line. */
const MAX_FAULTS_LOGGED = 20;

/** The ports of a fleet as it runs. */
export const openPorts = (
  options: FleetOptions,
  settings: FleetSettings,
  clock: Clock,
  log: Log,
): OwnedPorts => {
  const closing = new Set<Promise<void>>();
  return {
    clock,
    settings,
    log,
    ...usualSources(options, settings, clock),
    ...options.open,
    discard: (source: Source<unknown>) => {
      const closed = source.close().finally(() => closing.delete(closed));
      closing.add(closed);
    },
    logRefusal: (source, faults) => {
      const told = faults.slice(0, MAX_FAULTS_LOGGED).map(({ message }) => message);
      log.warn('snapshot_rejected', { source, faults: told, fault_count: faults.length });
    },
    closed: async () => {
      await Promise.all(closing);
    },
  };
};

const usualSources = (
  { phaseOf, resolve }: FleetOptions,
  settings: FleetSettings,
  clock: Clock,
): OpenSources => ({
  openMetrics: ({ source, stats }, url) =>
    source &&
    createEngineMetricsSource({
      url: below(url, source.path, source.port),
      engine: source.engine,
      intervalMs: source.intervalMs,
      page: {
        modelName: source.modelName,
        kvCacheCapacityTokens: stats.kvCacheCapacityTokens,
      },
      timeoutMs: settings.pollTimeoutMs,
      clock,
      ...(phaseOf && { phaseOf }),
    }),
  openDns: ({ dns, url }) =>
    dns &&
    createDnsSource({
      host: hostOf(url),
      family: dns,
      intervalMs: settings.dnsIntervalMs,
      timeoutMs: settings.dnsTimeoutMs,
      clock,
      ...(resolve && { resolve }),
    }),
});
