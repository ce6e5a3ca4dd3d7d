import type { Fault } from '../../core/codec/fault.js';
import type { Clock } from '../time/clock.js';
import type { EngineReport } from './sources/engine-metrics-source.js';
import type { Log } from '../telemetry/port.js';
import type { Source } from '../time/source.js';
import type { BackendDefinition } from './document/backend-definition.js';
import type { FleetSettings } from './settings.js';

/** What the parts of a fleet need from outside. */
export type FleetPorts = Readonly<{
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
