import type { Target } from '../../core/snapshot.js';
import type { ExpressionRejection } from '../../expression/index.js';
import type { Span, Telemetry } from '../telemetry/port.js';
import { type CacheResult } from './audit-entry.js';
import type { Understood } from './definition-cache.js';
/**
 * Reports what became of routing expressions: the full canonical form to log and span, and to
 * metrics no more than method, outcome and cache result.
 */
export declare class ExpressionAudit {
    #private;
    readonly telemetry: Telemetry;
    constructor(telemetry: Telemetry, maxTargets: number);
    accepted(target: Target, understood: Understood, cache: CacheResult, span?: Span): void;
    rejected(target: Target, text: string, rejection: ExpressionRejection): void;
}
