import type { AlgorithmConfig } from '../core/config/fields.js';
import type { ParsedParameter } from './grammar.js';
/** Something an accepted expression says that will not act as its author may think. */
export type ExpressionWarning = Readonly<{
    code: 'lone_queue_slo_bound' | 'floor_above_ceiling' | 'no_affinity_group';
    /** The parameter, or the configured field, it is about. */
    parameter: string;
    message: string;
}>;
/** Warnings about a resolved configuration, given the parameters that were laid over it. */
export declare const findExpressionWarnings: (config: AlgorithmConfig, parameters: readonly ParsedParameter[]) => readonly ExpressionWarning[];
