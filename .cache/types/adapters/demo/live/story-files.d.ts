/** What router and gateway are set up with to play the story. */
import { type Act } from '../story.js';
/** Clusters of the story, each one engine. */
export declare const CLUSTER_IDS: readonly ["A", "B"];
export type StoryClusterId = (typeof CLUSTER_IDS)[number];
/** Requests that an engine of the story runs at a time. */
export declare const SLOTS = 8;
/** Prompt tokens that it computes in a second. */
export declare const PREFILL_TOKENS_PER_SECOND = 20000;
/** The model of a performance; every performance has one of its own, served by the same engines. */
export declare const modelOf: ({ algorithm, lastClusterAffinity }: Act) => string;
export declare const MODEL_IDS: readonly string[];
/** The router's configuration. */
export declare const lbConfig: () => object;
/** The gateway's models, open to everybody. */
export declare const modelList: () => object;
/** The clusters of one performance; their load comes from the metrics pages of the engines. */
export declare const fleetDocument: (act: Act, urls: Readonly<Record<StoryClusterId, string>>) => object;
