/**
 * Spellings of the algorithms.
 *
 * Configuration files are exact; routing methods, which people type, are forgiving.
 */
import { type AlgorithmName } from './fields.js';
/** Other accepted spellings, each with the algorithm it names. */
export declare const ALGORITHM_ALIASES: ReadonlyMap<string, AlgorithmName>;
/** The algorithm a configuration means by `text`: exact spelling, aliases included. */
export declare const resolveAlgorithmName: (text: string) => AlgorithmName | undefined;
/** The algorithm a routing method means by `text`: in any case, "_" equal to "-", with aliases. */
export declare const resolveMethodName: (text: string) => AlgorithmName | undefined;
