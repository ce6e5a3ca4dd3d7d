import { type Clock } from '../../time/clock.js';
import type { MockEngineControls } from './controls.js';
import type { KvCache } from './kv-cache.js';
import type { ReceivedRequest } from './request-log.js';
import type { MockEngineSettings } from './settings.js';
import type { MockEngineState } from './state.js';
/** Settings of a mock engine, all optional, and parts that tests may replace. */
export type MockEngineOptions = Partial<MockEngineSettings> & Readonly<{
    /** Default: the machine's clock. */
    clock?: Clock;
    /** Shared by the backends of one cluster; default: one of its own, of `kvCapacityTokens`. */
    kvCache?: KvCache;
}>;
/** A running mock engine. */
export type MockEngine = MockEngineControls & Readonly<{
    /** Base URL without a path. */
    url: string;
    port: number;
    settings: MockEngineSettings;
    /** The latest 1,000 requests to other paths than /metrics, /health and /mock; oldest first. */
    readonly requests: readonly ReceivedRequest[];
    state: () => MockEngineState;
    /** Stops listening, lets running requests end for up to `graceMs` (default 0), cuts the rest. */
    close: (options?: Readonly<{
        graceMs?: number;
    }>) => Promise<void>;
}>;
/**
 * Starts a mock engine: OpenAI-shaped APIs over slots, a queue, a KV cache and given rates.
 *
 * Rejects with all faults in the message if a setting is invalid, and if the port is taken.
 *
 * @example
 * const engine = await createMockEngine({ clusterId: 'A', slots: 2 });
 * await fetch(`${engine.url}/v1/models`);
 * await engine.close();
 */
export declare const createMockEngine: (options?: MockEngineOptions) => Promise<MockEngine>;
