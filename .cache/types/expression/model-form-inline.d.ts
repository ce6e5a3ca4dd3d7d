import type { Either } from 'fp-ts/lib/Either.js';
import type { ModelFormFault } from './model-fault.js';
import type { ModelCreate, ModelUpdate } from './model-form.js';
/**
 * Reads the line that creates a model: `name`, `uris` and, optionally, the rest.
 *
 * Fails with every fault, each naming the field, the position in the line, and the rule.
 *
 * @example
 * parseModelCreate('name=m,uris=/v1/chat/completions|/v1/embeddings,routingMethod=pulsar;seed=a')
 */
export declare const parseModelCreate: (text: string) => Either<readonly ModelFormFault[], ModelCreate>;
/**
 * Reads the line that changes a model: `name` and at least one field besides.
 *
 * Fails as `parseModelCreate` does.
 *
 * @example
 * parseModelUpdate('name=m,routingMethod=pulsar;seed=b')
 */
export declare const parseModelUpdate: (text: string) => Either<readonly ModelFormFault[], ModelUpdate>;
