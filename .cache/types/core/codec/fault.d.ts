/**
 * One thing that is wrong with an input: where, what was expected, what was given.
 *
 * Decoders never stop at the first fault; they return all of them.
 */
export type Fault = Readonly<{
    /** Stable, for programs. */
    code: 'missing' | 'wrong_type' | 'out_of_range' | 'unknown_field' | 'not_applicable' | 'duplicate' | 'invalid_value' | 'invalid_json';
    /** JSON path such as `models["a.b"].n` or `clusters[3].stats.queue_size`; "" is the whole. */
    path: string;
    expected: string;
    /** What stood there, shortened to 64 characters, control characters escaped. */
    given: string;
    /** One sentence with all of the above. */
    message: string;
}>;
/** The kinds of fault. */
export type FaultCode = Fault['code'];
/** What is wrong with one value, before it is known where the value stood. */
export type Problem = Pick<Fault, 'code' | 'expected'>;
/**
 * Composes a fault and its message; `given` is the value itself.
 *
 * `about` names the thing the path lies in, such as `cluster "A"` or an algorithm.
 */
export declare const fault: (about: Problem & Readonly<{
    path: string;
    given: unknown;
    about?: string | undefined;
}>) => Fault;
/** Longest description of a value from outside, in characters. */
export declare const GIVEN_MAX_LENGTH = 64;
/** What stood there, for people: strings quoted, at most 64 characters, control characters escaped. */
export declare const describeGiven: (value: unknown) => string;
/** Text from outside, control characters escaped, cut to `maxLength` characters ("..." included). */
export declare const shortened: (text: string, maxLength?: number) => string;
