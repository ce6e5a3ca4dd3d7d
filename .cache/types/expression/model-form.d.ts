import type { Either } from 'fp-ts/lib/Either.js';
import type { ModelFormFault } from './model-fault.js';
/** A model to create. */
export type ModelCreate = Readonly<{
    name: string;
    uris: readonly string[];
    /** A well-formed routing expression; absent means the router's own default. */
    routingMethod?: string | undefined;
    /** As received; its form is not checked here. */
    tokenRateLimit?: string | undefined;
}>;
/** What to change of a model: at least one field besides the name. */
export type ModelUpdate = Readonly<{
    name: string;
} & Partial<Omit<ModelCreate, 'name'>>>;
/** A JSON form, read. */
export type ModelForm = Readonly<{
    kind: 'create';
    models: readonly ModelCreate[];
}> | Readonly<{
    kind: 'update';
    updates: readonly ModelUpdate[];
}>;
/**
 * Reads `{"models":[...]}` or `{"modelUpdates":[...]}`, already parsed from JSON.
 *
 * Fails with every fault, each naming its path, the position in its text, and the rule.
 *
 * @example
 * parseModelFormJson({
 *   modelUpdates: [{ modelName: 'm', llmConfig: { routingMethod: 'pulsar;seed=a' } }],
 * })
 */
export declare const parseModelFormJson: (json: unknown) => Either<readonly ModelFormFault[], ModelForm>;
