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
export const wireState = (state: MockEngineState): object => ({
  running: state.running,
  waiting: state.waiting,
  open_sockets: state.openSockets,
  kv_cache_tokens: state.kvCacheTokens,
  kv_held_tokens: state.kvHeldTokens,
  failure: state.failure,
  slow_factor: state.slowFactor,
  is_listening: state.isListening,
});
