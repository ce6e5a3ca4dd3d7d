import type { AssumedThroughput } from './assumed-throughput.js';
import type { Snapshot, Target } from '../../core/snapshot/snapshot.js';
import type { BACKEND_STATES } from '../telemetry/label-values.js';

/** One engine endpoint inside a cluster. */
export type Backend = Readonly<{
  id: string;
  clusterId: string;
  /** Base URL, such as `http://[::1]:8001`. */
  url: string;
}>;

/** How a backend's state stands: `paused` ones are skipped within their cluster. */
export type BackendState = (typeof BACKEND_STATES)[number];

/**
 * Running requests by cluster and backend, as the backends of a snapshot report them. Clusters whose
 * backends do not tell them one by one are not in it.
 */
export type RunningByBackend = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** What a fleet reports to the router. */
export type FleetListener = Readonly<{
  /**
   * New statistics or membership of a target, aggregated to clusters; and what its backends run,
   * where that is known one by one.
   */
  onSnapshot: (snapshot: Snapshot, running?: RunningByBackend) => void;
  /** The target is not served any more. */
  onTargetGone: (target: Target) => void;
  /**
   * A backend reported, asked at `askedAtMs` of the fleet's clock, or was removed (Infinity):
   * reservations made on it before are over. Called before the `onSnapshot` with the report.
   */
  onBackendReported: (target: Target, backendId: string, askedAtMs: number) => void;
  /** Called about twice a second while the fleet runs; for gauges. */
  onSweep?: () => void;
}>;

/** What is known of one backend, for `/readyz`, gauges and `/debug`. */
export type BackendStatus = Readonly<{
  target: Target;
  backend: Backend;
  state: BackendState;
  /** Age of its statistics; Infinity when it never reported. */
  ageMs: number;
  /** What is assumed of its throughput; absent where nothing is. */
  assumed?: AssumedThroughput;
  /** No backend of its target reports any more; all are kept, with their last figures. */
  hasLostReports?: true;
}>;

/** The engines that exist, where they are, and how they do. */
export type Fleet = Readonly<{
  /** Starts the sources; resolves when the first document was read or refused. */
  start: (listener: FleetListener) => Promise<void>;
  close: () => Promise<void>;
  /**
   * The next backend of a cluster: round-robin over those that are not paused, without the `tried`
   * ones. Undefined when none is left, or all are paused while another cluster of the target has
   * one that is not.
   */
  chooseBackend: (
    target: Target,
    clusterId: string,
    tried: ReadonlySet<string>,
  ) => Backend | undefined;
  /** The backend that `chooseBackend` would give now; changes nothing. */
  peekBackend: (
    target: Target,
    clusterId: string,
    tried: ReadonlySet<string>,
  ) => Backend | undefined;
  /** The backends of a target that are used, paused ones included. */
  backends: (target: Target) => readonly Backend[];
  /** Whether connecting worked; three failures in a row pause a backend. */
  noteConnect: (target: Target, backend: Backend, outcome: 'connected' | 'failed') => void;
  /**
   * Whether a backend of a cluster, or any, has a source that reports; if not, its statistics never
   * change by themselves. False again for a source that has been silent until its backend was to
   * be dropped.
   */
  isReporting: (target: Target, clusterId: string, backendId?: string) => boolean;
  status: () => readonly BackendStatus[];
  /** Kinds of sources whose latest document was refused, so that the one before it is in use. */
  refusedSources: () => readonly string[];
}>;
