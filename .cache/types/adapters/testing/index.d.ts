export { createKvCache, createMockEngine, MOCK_ENGINE_SETTINGS, parseMockEngineSettings, systemClock, } from './mock-engine/index.js';
export type { Failure, KvCache, Clock, MockEngine, MockEngineOptions, ReceivedRequest, } from './mock-engine/index.js';
export { storeLaws } from './store-conformance.js';
export { createInMemoryTelemetry } from '../telemetry/in-memory.js';
export type { StoreLaw, StoreSubject } from './store-conformance.js';
