import type { Either } from 'fp-ts/lib/Either.js';
import type { AlgorithmConfig } from '../core/config/fields.js';
import type { ParsedParameter } from './grammar.js';
import type { ExpressionRejection } from './rejection.js';
/** Whose values these are: an expression's author gets less than the operator of the router. */
export type Authority = 'caller' | 'operator';
/**
 * Lays parameters over a configuration and leaves the configuration itself as it was.
 *
 * Fails with the first parameter, from the left, that is unknown, does not apply to the
 * algorithm, or has a bad value.
 */
export declare const overlayParameters: (base: AlgorithmConfig, parameters: readonly ParsedParameter[], authority: Authority) => Either<ExpressionRejection, AlgorithmConfig>;
