/** The model file of a gateway, as far as forms change it; whatever else it holds is kept. */
import * as E from 'fp-ts/lib/Either.js';
import { describeGiven, type Fault } from '../../../core/codec/fault.js';
import type { ModelForm, ModelUpdate } from '../../../expression/index.js';
import { parseModelList } from '../../gateway/directory/model-list-codec.js';

/** An entry, as far as forms look at it. */
export type ModelEntry = Readonly<{ model: string; routing_key?: string | null }>;

/** A model file, which a gateway would take. */
export type ModelFile = Readonly<{ models: readonly ModelEntry[] }>;

/** Reads a model file as strictly as the gateway, and keeps it as it is written. */
export const parseModelFileJson = (json: unknown): E.Either<readonly Fault[], ModelFile> =>
  E.map(() => json as ModelFile)(parseModelList(json));

/** A model file without models. */
export const EMPTY_MODEL_FILE: ModelFile = { models: [] };

/**
 * The file after a form, whose models have that routing key. Of a form only name and routing
 * method belong there.
 *
 * Left with a message per model that exists already (create), does not exist, or of which nothing
 * would change (update).
 */
export const applyForm = (
  file: ModelFile,
  form: ModelForm,
  routingKey = '',
): E.Either<readonly string[], ModelFile> => {
  const models = [...file.models];
  const messages: string[] = [];
  for (const change of form.kind === 'create' ? form.models : form.updates) {
    const at = models.findIndex((entry) => isNamed(entry, change.name, routingKey));
    const problem = findProblem(form.kind, at, change);
    if (problem !== undefined) messages.push(`model ${named(change.name, routingKey)} ${problem}`);
    else if (at < 0) models.push(entryOf(change, routingKey));
    else models[at] = { ...models[at]!, ...tuning(change) };
  }
  return messages.length > 0 ? E.left(messages) : E.right({ ...file, models });
};

/** An empty routing key equals an absent one. */
const isNamed = (entry: ModelEntry, name: string, routingKey: string): boolean =>
  entry.model === name && (entry.routing_key ?? '') === routingKey;

const findProblem = (
  kind: ModelForm['kind'],
  at: number,
  { routingMethod }: ModelUpdate,
): string | undefined => {
  if (kind === 'create') return at < 0 ? undefined : 'exists already';
  if (at < 0) return 'does not exist';
  return routingMethod === undefined
    ? 'would not change: a model file holds its routingMethod, nothing else of a form'
    : undefined;
};

const entryOf = (change: ModelUpdate, routingKey: string): ModelEntry => ({
  ...(routingKey !== '' && { routing_key: routingKey }),
  model: change.name,
  ...tuning(change),
});

const tuning = ({ routingMethod }: ModelUpdate): object =>
  routingMethod === undefined ? {} : { routingMethod };

const named = (name: string, routingKey: string): string =>
  routingKey === ''
    ? describeGiven(name)
    : `${describeGiven(name)} with routing key ${describeGiven(routingKey)}`;
