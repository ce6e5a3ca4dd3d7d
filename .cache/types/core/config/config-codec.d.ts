import * as t from 'io-ts';
import { type JsonObject } from '../codec/codec.js';
import type { LbConfig, ModelEntry, RequestAlgorithms } from './config.js';
import { type AlgorithmName } from './fields.js';
/** The JSON of an lb-config; the codec reads it back equal. */
export declare const encodeLbConfig: (config: LbConfig) => JsonObject;
/** Decodes an lb-config. */
export declare const lbConfigCodec: t.Type<Readonly<{
    config: Readonly<{
        default: AlgorithmName;
        requestAlgorithms: RequestAlgorithms;
        models: ReadonlyMap<string, ModelEntry>;
    }>;
    warnings: readonly Readonly<{
        code: "missing" | "wrong_type" | "out_of_range" | "unknown_field" | "not_applicable" | "duplicate" | "invalid_value" | "invalid_json";
        path: string;
        expected: string;
        given: string;
        message: string;
    }>[];
}>, Readonly<Record<string, unknown>>, unknown>;
