/** How every JSON of ours names a target. */
import type { Codec } from './codec/codec.js';
import { optional, required, type Members } from './codec/object-codec.js';
import { checkText } from './codec/text-check.js';
import { id, valueCodec } from './codec/value-codec.js';
import type { Target } from './snapshot.js';

/** A routing key; an empty one is an absent one. */
export const routingKey: Codec<string | undefined> = valueCodec('routing key', {
  problemOf: checkText,
  schema: { type: 'string' },
  read: (json: string) => (json === '' ? undefined : json),
});

/** The members that name a target. */
export const TARGET_MEMBERS: Members<Target> = {
  routingKey: optional('routing_key', routingKey as Codec<string>),
  modelId: required('model_id', id),
};
