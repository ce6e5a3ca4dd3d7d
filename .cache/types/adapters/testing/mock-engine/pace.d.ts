import type { MockEngineSettings } from './settings.js';
/** How long the work of a request takes, at the engine's present speed. */
export type Pace = Readonly<{
    prefillMs: (tokens: number) => number;
    /** Time between two output tokens. */
    tokenGapMs: () => number;
    /** Makes all work take `factor` times as long; above 0, 1 is full speed. */
    slow: (factor: number) => void;
    slowFactor: () => number;
}>;
/** Full speed. Every request has the configured rates for itself, however many run. */
export declare const createPace: (settings: Pick<MockEngineSettings, "prefillTokensPerSecond" | "decodeTokensPerSecond" | "timeScale">) => Pace;
