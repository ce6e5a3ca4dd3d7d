import type { Target } from './snapshot.js';

/** One text per target; an empty routing key is an absent one. Remembered with the target. */
export const targetKey = (target: Target): string => {
  let key = KEYS.get(target);
  if (key === undefined) {
    const { routingKey = '', modelId } = target;
    key = `${String(routingKey.length)}:${routingKey}${modelId}`;
    KEYS.set(target, key);
  }
  return key;
};

const KEYS = new WeakMap<Target, string>();
