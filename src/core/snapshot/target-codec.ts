/** How every JSON of ours names a target. */
import type { Codec } from '../codec/codec.js';
import type { Problem } from '../codec/fault.js';
import { optional, required, type Members } from '../codec/object-codec.js';
import { checkHeaderText, checkText } from '../codec/text-check.js';
import { headerText, id, valueCodec } from '../codec/value-codec.js';
import type { Target } from './snapshot.js';

/** An empty routing key is an absent one, so that reading one may give nothing. */
const routingKeyOf = (problemOf: (json: unknown) => Problem | undefined): Codec<string> =>
  valueCodec<string | undefined>('routing key', {
    problemOf: (json) => (json === '' ? undefined : problemOf(json)),
    schema: { type: 'string' },
    read: (json: string) => (json === '' ? undefined : json),
  }) as Codec<string>;

/** The members that name a target of the pure library, which sends no headers. */
export const TARGET_MEMBERS: Members<Target> = {
  routingKey: optional('routing_key', routingKeyOf(checkText)),
  modelId: required('model_id', id),
};

/** A routing key that travels in a header as it is. */
export const headerRoutingKey = routingKeyOf(checkHeaderText);

/** The members that name a target which requests name in their headers. */
export const SERVED_TARGET_MEMBERS: Members<Target> = {
  routingKey: optional('routing_key', headerRoutingKey, 'scope of the model; absent: none'),
  modelId: required('model_id', headerText, 'the model that requests name'),
};
