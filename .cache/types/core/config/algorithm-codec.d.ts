import * as t from 'io-ts';
import { type JsonObject } from '../codec/codec.js';
import type { Fault } from '../codec/fault.js';
import { type AlgorithmConfig, type AlgorithmName, type FieldKey } from './fields.js';
/** Something that loads, and what is questionable about it. */
export type Checked<A> = Readonly<{
    config: A;
    warnings: readonly Fault[];
}>;
/** The field of the table with that JSON name, if any. */
export declare const fieldNamed: (name: string) => FieldKey | undefined;
/** The JSON of an algorithm object; the codec reads it back equal. */
export declare const encodeAlgorithmConfig: (config: AlgorithmConfig) => JsonObject;
/** Decodes an algorithm name or object. */
export declare const algorithmCodec: t.Type<Readonly<{
    config: Readonly<{
        algorithm: AlgorithmName;
    } & Partial<import("./fields.js").FieldValues>>;
    warnings: readonly Readonly<{
        code: "missing" | "wrong_type" | "out_of_range" | "unknown_field" | "not_applicable" | "duplicate" | "invalid_value" | "invalid_json";
        path: string;
        expected: string;
        given: string;
        message: string;
    }>[];
}>, Readonly<Record<string, unknown>>, unknown>;
/** Decodes an algorithm name in its exact spelling, aliases included. */
export declare const algorithmNameCodec: t.Type<"power-of-n" | "wait-and-widen" | "round-robin" | "random" | "pulsar" | "pulsar-wait-and-widen", "power-of-n" | "wait-and-widen" | "round-robin" | "random" | "pulsar" | "pulsar-wait-and-widen", unknown>;
