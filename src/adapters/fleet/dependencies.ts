import type { Given } from '../../core/codec/option-ranges.js';
import type { Clock } from '../time/clock.js';
import { type ResolveHost, createDnsSource } from './sources/dns-source.js';
import type { DocumentSource } from './sources/document-source.js';
import type { Telemetry, Log } from '../telemetry/port.js';
import type { Defer } from './publisher.js';
import type { FleetSettings } from './settings.js';
import type { Fault } from '../../core/codec/fault.js';
import { createSharedSources } from './sources/shared-sources.js';
import {
  createEngineMetricsSource,
  createEnginePageSource,
  type EngineReport,
  type PolledPage,
} from './sources/engine-metrics-source.js';
import type { Source } from '../time/source.js';
import type { BackendDefinition } from './document/backend-definition.js';
import { below, hostOf } from './document/base-url.js';

/** What a fleet is made of. */
export type FleetOptions = Readonly<{
  /** Where documents come from. Of two that list one target, the later in the list has it. */
  sources: readonly DocumentSource[];
  /** Default: nothing is reported. */
  telemetry?: Telemetry | undefined;
  settings?: Given<FleetSettings> | undefined;
  clock?: Clock | undefined;
  /** Looks up host names. Default: the resolver of the system. */
  resolve?: ResolveHost | undefined;
  /** Place of a poll in its interval, [0, 1), by URL. Default: a hash of it. */
  phaseOf?: ((name: string) => number) | undefined;
  /** When publishing happens. Default: `setImmediate`. */
  defer?: Defer | undefined;
  /** Opens other sources than the usual ones, for tests. */
  open?: Partial<OpenSources> | undefined;
}>;

/** How sources of single backends are opened. */
export type OpenSources = Pick<FleetDependencies, 'openMetrics' | 'openDns'>;

/** What the parts of a fleet need from outside. */
export type FleetDependencies = Readonly<{
  clock: Clock;
  settings: FleetSettings;
  /** The metrics page of a backend at `url`; undefined when it has none. */
  openMetrics: (definition: BackendDefinition, url: string) => Source<EngineReport> | undefined;
  /** The addresses of the host of a backend. */
  openDns: (definition: BackendDefinition) => Source<readonly string[]> | undefined;
  /** Closes a source that is not needed any more. */
  discard: (source: Source<unknown>) => void;
  log: Log;
  logRefusal: (sourceName: string, faults: readonly Fault[]) => void;
}>;

/** Ports, and a way to wait until every discarded source is closed. */
export type OwnedDependencies = FleetDependencies & Readonly<{ closed: () => Promise<void> }>;

/** Longest list of faults in a log line. */
const MAX_FAULTS_LOGGED = 20;

/** The dependencies of a fleet as it runs. */
export const openDependencies = (
  options: FleetOptions,
  settings: FleetSettings,
  clock: Clock,
  log: Log,
): OwnedDependencies => {
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
): OpenSources => {
  const pages = createSharedSources<PolledPage>();
  const reports = createSharedSources<EngineReport>();
  return {
    openMetrics: ({ source, stats }, url) => {
      if (source === undefined) return undefined;
      const where = {
        url: below(url, source.path, source.port),
        engine: source.engine,
        intervalMs: source.intervalMs,
        timeoutMs: settings.pollTimeoutMs,
      };
      const { kvCacheCapacityTokens } = stats;
      const which = { modelName: source.modelName, kvCacheCapacityTokens };
      const openPage = (): Source<PolledPage> =>
        createEnginePageSource({ ...where, clock, ...(phaseOf && { phaseOf }) });
      return reports.share(JSON.stringify({ where, which }), () =>
        createEngineMetricsSource(pages.share(JSON.stringify(where), openPage), which),
      );
    },
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
  };
};
