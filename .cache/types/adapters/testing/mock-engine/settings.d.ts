import type { Either } from 'fp-ts/lib/Either.js';
import type { Fault } from '../../../core/codec/fault.js';
/** The plain settings of a mock engine, all present. */
export type MockEngineSettings = Readonly<{
    host: string;
    port: number;
    clusterId: string;
    backendId: string;
    modelIds: readonly string[];
    prefillTokensPerSecond: number;
    decodeTokensPerSecond: number;
    slots: number;
    maxQueue: number;
    kvCapacityTokens: number;
    outputTokens: number;
    timeScale: number;
}>;
/** Name of a setting. */
export type SettingKey = keyof MockEngineSettings;
/** One row of the settings table. */
export type SettingSpec = Readonly<{
    kind: 'text' | 'texts' | 'integer' | 'rate';
    default: string | number | readonly string[];
    /** Inclusive range of an integer. */
    min?: number;
    max?: number;
    effect: string;
}>;
/**
 * Every setting of a mock engine: the options, the flags of `homeward mock-engine` and the table
 * in the documentation are this table.
 */
export declare const MOCK_ENGINE_SETTINGS: Readonly<Record<SettingKey, SettingSpec>>;
/** Names of all settings, in the order of the table. */
export declare const MOCK_ENGINE_SETTING_KEYS: SettingKey[];
/** Checks settings from outside and fills in the defaults; returns every fault there is. */
export declare const parseMockEngineSettings: (given: Readonly<Partial<Record<SettingKey, unknown>>>) => Either<readonly Fault[], MockEngineSettings>;
