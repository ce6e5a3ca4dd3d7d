import type { Target } from '../../core/snapshot.js';
import type { View } from '../../core/view.js';
import type { Definition } from './definition.js';
/** A definition in use for one target. A request that holds it is not affected by eviction. */
export type Instance = {
    readonly definition: Definition;
    /** Turn of round-robin; heartbeats do not reset it. */
    cursor: number;
};
/** An instance; `build` when it was made for this call. */
export type FoundInstance = Readonly<{
    instance: Instance;
    cache: 'hit' | 'build';
}>;
/** One target that the process routes for: its latest view, and its configured definitions. */
export declare class ServedTarget {
    #private;
    /** The latest view. */
    view: View;
    /** What serves requests that name no method. */
    readonly configured: Instance;
    constructor(
    /** The latest view. */
    view: View, 
    /** What serves requests that name no method. */
    configured: Instance);
    get target(): Target;
    /** The instance of a configured definition, if it has been used. */
    findStatic(definition: Definition): Instance | undefined;
    /** The instance of a definition that the configuration names. */
    staticInstance(definition: Definition): FoundInstance;
}
/** The targets of a process, by routing key and model id. */
export declare class TargetRegistry {
    #private;
    get({ routingKey, modelId }: Target): ServedTarget | undefined;
    set(served: ServedTarget): void;
    delete({ routingKey, modelId }: Target): void;
    values(): IterableIterator<ServedTarget>;
}
