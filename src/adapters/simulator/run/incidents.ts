import type { Engine } from '../engine/engine.js';
import type { Job } from '../engine/job.js';
import type { Incident } from '../scenario/scenario.js';

/** The beginning or the end of an incident. */
export type Change = Readonly<{
  atMs: number;
  clusterId: string;
  /** Makes it so; returns the requests that are lost. */
  apply: (engine: Engine, nowMs: number) => readonly Job[];
}>;

/** What happens in a list of incidents, in its order. */
export const changesOf = (incidents: readonly Incident[]): readonly Change[] =>
  incidents.flatMap((incident) => [
    { atMs: incident.fromMs, clusterId: incident.clusterId, apply: begin(incident) },
    { atMs: incident.untilMs, clusterId: incident.clusterId, apply: end(incident) },
  ]);

const NONE: readonly Job[] = [];

const begin =
  ({ kind, speed, slots }: Incident): Change['apply'] =>
  (engine, nowMs) => {
    switch (kind) {
      case 'slow':
        engine.setSpeed(speed, nowMs);
        return NONE;
      case 'busy':
        engine.occupy(slots, nowMs);
        return NONE;
      case 'outage':
        return engine.fail(nowMs);
    }
  };

const end =
  ({ kind, slots }: Incident): Change['apply'] =>
  (engine, nowMs) => {
    switch (kind) {
      case 'slow':
        engine.setSpeed(1, nowMs);
        break;
      case 'busy':
        engine.occupy(-slots, nowMs);
        break;
      case 'outage':
        engine.recover(nowMs);
    }
    return NONE;
  };
