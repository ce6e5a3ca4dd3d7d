import type { Failure } from './failure.js';
/** How an engine stands. */
export type MockEngineState = Readonly<{
    /** Requests in slots; slots taken by `fill` count like requests. */
    running: number;
    /** Requests in the queue; places taken by `fill` count like requests. */
    waiting: number;
    openSockets: number;
    /** Tokens the KV cache remembers. */
    kvCacheTokens: number;
    /** Tokens of the requests that run. */
    kvHeldTokens: number;
    failure: Failure['mode'];
    slowFactor: number;
    /** False while connections are refused. */
    isListening: boolean;
}>;
/** The state as `/mock/state` shows it. */
export declare const wireState: (state: MockEngineState) => object;
