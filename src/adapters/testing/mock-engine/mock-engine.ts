import type { ServerResponse } from 'node:http';
import * as E from 'fp-ts/lib/Either.js';
import { LRUCache } from 'lru-cache';
import { epochMs, systemClock, type Clock } from '../../time/clock.js';
import { createControls } from './controls.js';
import type { MockEngineControls } from './controls.js';
import { createFailurePlan, type Failure } from './failure.js';
import type { EngineParts } from './generation.js';
import { createKvCache } from './kv-cache.js';
import type { KvCache } from './kv-cache.js';
import { createListener } from './listener.js';
import { createMeter } from './meter.js';
import type { JsonBody } from './apis/api.js';
import { errorBody, serverError } from './apis/api-error.js';
import { createPace } from './pace.js';
import { createRequestLog } from './request-log.js';
import type { ReceivedRequest } from './request-log.js';
import { createScheduler } from './scheduler.js';
import { serveRequest } from './serve-request.js';
import { parseMockEngineSettings } from './settings.js';
import type { MockEngineSettings } from './settings.js';

/** Settings of a mock engine, all optional, and parts that tests may replace. */
export type MockEngineOptions = Partial<MockEngineSettings> &
  Readonly<{
    /** Default: the machine's clock. */
    clock?: Clock;
    /** Shared by the backends of one cluster; default: one of its own, of `kvCapacityTokens`. */
    kvCache?: KvCache;
  }>;

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

/** A running mock engine. */
export type MockEngine = MockEngineControls &
  Readonly<{
    /** Base URL without a path. */
    url: string;
    port: number;
    settings: MockEngineSettings;
    /** The latest 1,000 requests to other paths than /metrics, /health and /mock; oldest first. */
    readonly requests: readonly ReceivedRequest[];
    state: () => MockEngineState;
    /** Stops listening, lets running requests end for up to `graceMs` (default 0), cuts the rest. */
    close: (options?: Readonly<{ graceMs?: number }>) => Promise<void>;
  }>;

/** Requests in the log, and answers that can be asked for again. */
const KEPT = 1000;

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
export const createMockEngine = async (options: MockEngineOptions = {}): Promise<MockEngine> => {
  const settings = settingsOrThrow(options);
  const parts = createParts(settings, options);
  const log = createRequestLog(KEPT);
  const responses = new LRUCache<string, JsonBody>({ max: KEPT });
  const failures = createFailurePlan(parts.clock);
  const listener = createListener(settings, (request, response) => {
    serveRequest(serving, request, response).catch((error: unknown) => {
      answerBug(response, error);
    });
  });
  const { controls, cancelReopening } = createControls({
    ...parts,
    slots: settings.slots,
    ...{ failures, listener },
    forget: () => {
      log.clear();
      responses.clear();
    },
  });
  const state = (): MockEngineState => ({
    ...parts.scheduler.counts(),
    openSockets: listener.openSocketCount(),
    kvCacheTokens: parts.kvCache.heldTokens(),
    kvHeldTokens: parts.meter.totals().heldTokens,
    failure: failures.mode(),
    slowFactor: parts.pace.slowFactor(),
    isListening: listener.isOpen(),
  });
  const serving = {
    ...parts,
    ...{ settings, log, responses, failures, controls },
    nextId: createIds(settings.backendId),
    describe: state,
  };
  await listener.open();
  return {
    ...controls,
    url: urlOf(settings.host, listener.port()),
    port: listener.port(),
    settings,
    get requests() {
      return log.list();
    },
    state,
    close: async ({ graceMs = 0 } = {}) => {
      cancelReopening();
      controls.drain();
      await listener.close(graceMs);
    },
  };
};

const settingsOrThrow = (options: MockEngineOptions): MockEngineSettings => {
  const settings = parseMockEngineSettings(options);
  if (E.isRight(settings)) return settings.right;
  throw new Error(settings.left.map((fault) => fault.message).join('; '));
};

const createParts = (settings: MockEngineSettings, options: MockEngineOptions): EngineParts => {
  const clock = options.clock ?? systemClock;
  return {
    clock,
    scheduler: createScheduler(settings.slots, settings.maxQueue),
    kvCache: options.kvCache ?? createKvCache(settings.kvCapacityTokens),
    pace: createPace(settings),
    meter: createMeter(() => epochMs(clock)),
  };
};

const createIds = (backendId: string): (() => string) => {
  let count = 0;
  return () => `${backendId}-${String(++count)}`;
};

/** An exception here is a fault of the mock itself: say so rather than leave the client waiting. */
const answerBug = (response: ServerResponse, error: unknown): void => {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const bug = serverError(500, `The mock engine broke: ${String(error)}`, 'internal_error');
  response.writeHead(500, { 'content-type': 'application/json' });
  response.end(JSON.stringify(errorBody(bug)));
};

const urlOf = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${String(port)}`;
