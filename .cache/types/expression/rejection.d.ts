import type { AlgorithmName, FieldSpec } from '../core/config/fields.js';
import type { ParsedExpression, ParsedParameter } from './grammar.js';
/** Why an expression is refused; stable, for programs, headers and metric labels. */
export type RejectionClass = 'malformed_expression' | 'unknown_method' | 'unavailable' | 'unknown_parameter' | 'not_applicable' | 'invalid_value' | 'inert_value';
/** A refused expression: the first check it fails, and where. A `FormatFault` is one, too. */
export type ExpressionRejection = Readonly<{
    class: RejectionClass;
    /** One sentence: the parameter, at most 64 characters of its value, and what was expected. */
    message: string;
    /** Name of the parameter at fault; absent when the text or the method is. */
    parameter?: string;
    /** Its value as written. */
    value?: string;
    /** 0-based offset into the text as given. */
    position: number;
    expected: string;
    /** What the author most likely meant, where something known is spelled alike. */
    suggestion?: string;
}>;
/** The method names no algorithm. */
export declare const unknownMethod: ({ method, methodPosition, }: ParsedExpression) => ExpressionRejection;
/** The method exists, but the configuration does not offer it for this model. */
export declare const unavailableMethod: ({ method, methodPosition }: ParsedExpression, modelId: string, available: readonly AlgorithmName[]) => ExpressionRejection;
/** No field has that name, or it is one that an expression cannot set. */
export declare const unknownParameter: (parameter: ParsedParameter, algorithm: AlgorithmName, accepted: readonly string[]) => ExpressionRejection;
/** The field is one of other algorithms, or has no effect with this one. */
export declare const notApplicable: (parameter: ParsedParameter, algorithm: AlgorithmName, field: FieldSpec) => ExpressionRejection;
/** The value has the wrong type or is out of range. */
export declare const invalidValue: (parameter: ParsedParameter, expected: string) => ExpressionRejection;
/** The value would be taken for another one, or would shut every request out. */
export declare const inertValue: (parameter: ParsedParameter, expected: string) => ExpressionRejection;
