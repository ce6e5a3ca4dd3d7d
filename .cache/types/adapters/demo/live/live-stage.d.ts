import type { Act, Stage } from '../story.js';
import type { RouterInsight } from './router-insight.js';
import { type StoryClusterId } from './story-files.js';
/** Servers that are up. */
export type LiveServers = Readonly<{
    engineUrls: Readonly<Record<StoryClusterId, string>>;
    gatewayUrl: string;
    router: RouterInsight;
}>;
/** Empties the engines, shows them to the router, and finds a session whose first rank is A. */
export declare const openLiveStage: (servers: LiveServers, act: Act) => Promise<Stage>;
