export { systemClock, type Clock } from '../../time/clock.js';
export type { MockEngineControls } from './controls.js';
export type { Failure } from './failure.js';
export { createKvCache } from './kv-cache.js';
export type { KvCache } from './kv-cache.js';
export { createMockEngine } from './mock-engine.js';
export type { MockEngine, MockEngineOptions } from './mock-engine.js';
export type { ReceivedRequest } from './request-log.js';
export {
  MOCK_ENGINE_SETTING_KEYS,
  MOCK_ENGINE_SETTINGS,
  parseMockEngineSettings,
} from './settings.js';
export type { MockEngineSettings, SettingKey, SettingSpec } from './settings.js';
export type { MockEngineState } from './state.js';
