import type { Grid } from '../../simulator/tune/grid.js';
import type { ScenarioFlags } from './tune-scenario.js';

/** What the flags say. */
export type TuneFlags = ScenarioFlags &
  Grid &
  Readonly<{
    config: string;
    model?: string;
    sessions: 'named' | 'opening';
    seeds: number;
    threads?: number;
    all?: boolean;
    json?: boolean;
  }>;
