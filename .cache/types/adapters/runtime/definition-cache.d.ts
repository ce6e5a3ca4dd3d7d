import { type Either } from 'fp-ts/lib/Either.js';
import { type LbConfig } from '../../core/config/config.js';
import type { Target } from '../../core/snapshot.js';
import { type ExpressionRejection, type ExpressionWarning } from '../../expression/index.js';
import { type Definition } from './definition.js';
import { type AuditEntry } from './audit-entry.js';
import type { FoundInstance, Instance, ServedTarget } from './served-target.js';
/** Bounds of what routing expressions may make a process hold. */
export type DefinitionLimits = Readonly<{
    /** (definition, target) instances, definitions, remembered texts. Default 1,024, at least 1. */
    maxInstances: number;
    /** ms, whole, after its last use at which an instance is dropped. Default 15 minutes. */
    idleMs: number;
}>;
/** The limits with what was not given at its default; throws a RangeError on a bad one. */
export declare const limitsOf: ({ maxInstances, idleMs, }?: Partial<DefinitionLimits>) => DefinitionLimits;
/** An accepted expression: its definition, and what its author should know. */
export type Understood = Readonly<{
    definition: Definition;
    warnings: readonly ExpressionWarning[];
    /** Keys of the target it was understood for, and of the instance for that target. */
    targetKey: string;
    instanceKey: string;
    /** What the audit says of a hit, prepared once: it is the everyday case. */
    hit: AuditEntry;
}>;
/**
 * The routing state that expressions bring about, bounded.
 *
 * What the configuration names is kept for good. Dynamic definitions live, per target, in one
 * LRU with idle expiry, so that neither many expressions nor many targets can pass the limit.
 */
export declare class DefinitionCache {
    #private;
    readonly config: LbConfig;
    constructor(config: LbConfig, limits: DefinitionLimits, nowMs: () => number);
    /** Dynamic instances held now. */
    get size(): number;
    /** Drops what has been idle too long. */
    purgeIdle(): void;
    /** What serves a model whose requests name no method. */
    configured(modelId: string): Definition;
    /** What an expression means for a target. A text that is known is not parsed again. */
    understand(target: Target, text: string): Either<ExpressionRejection, Understood>;
    /** The instance of a definition for a target. */
    instanceOf(served: ServedTarget, { definition, instanceKey }: Understood): FoundInstance;
    /** The instance as it stands, for looking at only; makes and touches nothing. */
    peek(served: ServedTarget, { definition, instanceKey }: Understood): Instance;
}
