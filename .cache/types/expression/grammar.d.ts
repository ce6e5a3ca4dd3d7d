/**
 * The grammar of a routing expression, as limits, character classes and the parsed form:
 *
 *     expression = method *( ";" *SP parameter )
 *     parameter  = name "=" scalar
 *     method     = ALPHA *( ALPHA / DIGIT / "-" / "_" )
 *     name       = lower *( lower / DIGIT / "_" )
 *     scalar     = 1*( %x20-7E except "," ";" "=" ), not starting or ending with SP
 *
 * There is no quoting. Commas stay out because the inline model forms separate fields by them.
 */
/** Longest expression in bytes, outer spaces not counted: it has to travel in a header. */
export declare const MAX_EXPRESSION_BYTES = 1024;
/** Most parameters an expression may have. */
export declare const MAX_PARAMETER_COUNT = 32;
/** One `name=value`; positions are 0-based offsets into the text as it was given. */
export type ParsedParameter = Readonly<{
    name: string;
    value: string;
    position: number;
    valuePosition: number;
}>;
/** A well-formed expression. Nothing is known of whether its names exist. */
export type ParsedExpression = Readonly<{
    /** The text as given, outer spaces removed: this is what is persisted. */
    text: string;
    /** Method as spelled. */
    method: string;
    methodPosition: number;
    parameters: readonly ParsedParameter[];
}>;
/** The rule of the grammar a malformed text breaks. */
export type FormatRule = 'blank' | 'too_long' | 'too_many_parameters' | 'bad_character' | 'bad_method' | 'bad_name' | 'empty_parameter' | 'missing_equals' | 'empty_value' | 'bad_value' | 'duplicate_name';
/** SP, the only character that is ever skipped. */
export declare const isSpace: (code: number) => boolean;
/** Printable ASCII, space included. */
export declare const isPrintable: (code: number) => boolean;
export declare const isMethodStart: (code: number) => boolean;
export declare const isMethodPart: (code: number) => boolean;
export declare const isNameStart: (code: number) => boolean;
export declare const isNamePart: (code: number) => boolean;
/** A character a scalar may hold; spaces are further barred from its two ends. */
export declare const isScalarPart: (code: number) => boolean;
/** True when the grammar can carry the text as a scalar as it stands. */
export declare const isScalar: (text: string) => boolean;
/** Where a text starts and ends without its outer spaces; linear, unlike a trimming pattern. */
export declare const innerRange: (text: string) => Readonly<{
    from: number;
    end: number;
}>;
