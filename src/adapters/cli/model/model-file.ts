/** The model file of a gateway, as far as forms change it; whatever else it holds is kept. */
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { describeGiven } from '../../../core/fault.js';
import type { ModelCreate, ModelForm, ModelUpdate } from '../../../expression/index.js';

const modelEntry = t.intersection([
  t.type({ model: t.string }, 'a model entry'),
  t.partial({ routing_key: t.union([t.string, t.null]), routingMethod: t.string }),
]);

/** Decodes a model file; members it does not know stay in place. */
export const modelFileCodec = t.type(
  { models: t.array(modelEntry, 'an array of models') },
  'an object',
);

export type ModelEntry = t.TypeOf<typeof modelEntry>;
export type ModelFile = t.TypeOf<typeof modelFileCodec>;

/** A model file without models. */
export const EMPTY_MODEL_FILE: ModelFile = { models: [] };

/**
 * The file after a form, whose models have that routing key. Left with a message per model that
 * exists already (create) or does not exist (update).
 */
export const applyForm = (
  file: ModelFile,
  form: ModelForm,
  routingKey: string | undefined,
): E.Either<readonly string[], ModelFile> => {
  const models = [...file.models];
  const messages: string[] = [];
  for (const change of form.kind === 'create' ? form.models : form.updates) {
    const at = models.findIndex((entry) => isNamed(entry, change.name, routingKey));
    if (form.kind === 'create' && at < 0) models.push(entryOf(change, routingKey));
    else if (form.kind === 'update' && at >= 0) models[at] = { ...models[at]!, ...tuning(change) };
    else messages.push(describeConflict(form.kind, change.name, routingKey));
  }
  return messages.length > 0 ? E.left(messages) : E.right({ ...file, models });
};

/** An empty routing key equals an absent one. */
const isNamed = (entry: ModelEntry, name: string, routingKey = ''): boolean =>
  entry.model === name && (entry.routing_key ?? '') === routingKey;

const entryOf = (change: ModelCreate | ModelUpdate, routingKey = ''): ModelEntry => ({
  ...(routingKey !== '' && { routing_key: routingKey }),
  model: change.name,
  ...tuning(change),
});

const tuning = ({ routingMethod, uris, tokenRateLimit }: ModelUpdate): object => ({
  ...(routingMethod !== undefined && { routingMethod }),
  ...(uris !== undefined && { uris }),
  ...(tokenRateLimit !== undefined && { tokenRateLimit }),
});

const describeConflict = (
  kind: ModelForm['kind'],
  name: string,
  routingKey: string | undefined,
): string => {
  const scope = routingKey === undefined ? '' : ` with routing key ${describeGiven(routingKey)}`;
  return `model ${describeGiven(name)}${scope} ${kind === 'create' ? 'exists already' : 'does not exist'}`;
};
