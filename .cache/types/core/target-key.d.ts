import type { Target } from './snapshot.js';
/** One text per target; an empty routing key is an absent one. */
export declare const targetKey: ({ routingKey, modelId }: Target) => string;
