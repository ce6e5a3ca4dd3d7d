import type { Act, Stage } from '../story.js';
/** Two mock engines, a router and a gateway, each a process of its own. */
export type LiveTheatre = Readonly<{
    /** What listens where, for people. */
    cast: readonly (readonly [role: string, url: string])[];
    openStage: (act: Act) => Promise<Stage>;
    /** Ends all processes. */
    close: () => Promise<void>;
}>;
/** Starts the processes from `script`, the program itself; rejects when one of them cannot. */
export declare const openLiveTheatre: (script: string) => Promise<LiveTheatre>;
