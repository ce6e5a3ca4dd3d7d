import type { Target } from './snapshot.js';

/** One text per target; an empty routing key is an absent one. */
export const targetKey = ({ routingKey = '', modelId }: Target): string =>
  `${String(routingKey.length)}:${routingKey}${modelId}`;
