/**
 * The JSON forms in which a model's owner writes its routing method.
 *
 * They check format only. A well-formed expression is kept as received (outer spaces removed),
 * also when no such method exists: meaning is judged where requests are routed.
 */
import { isLeft, left, right } from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import { isJsonObject } from '../core/codec/codec.js';
import { createForm, updateForm } from './model-codec.js';
import type { ModelCreate, ModelUpdate } from './model-entry.js';
import { jsonFault, modelFormFault } from './model-fault.js';
import type { ModelFormFault } from './model-fault.js';

/** A JSON form, read. */
export type ModelForm =
  | Readonly<{ kind: 'create'; models: readonly ModelCreate[] }>
  | Readonly<{ kind: 'update'; updates: readonly ModelUpdate[] }>;

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
export const parseModelFormJson = (json: unknown): Either<readonly ModelFormFault[], ModelForm> => {
  const creates = isJsonObject(json) && Object.hasOwn(json, 'models');
  const updates = isJsonObject(json) && Object.hasOwn(json, 'modelUpdates');
  if (creates === updates) return left([notOneForm(creates)]);
  return creates ? parseCreates(json) : parseUpdates(json);
};

const parseCreates = (json: unknown): Either<readonly ModelFormFault[], ModelForm> => {
  const form = createForm.decode(json);
  if (isLeft(form)) return left(form.left.map(jsonFault));
  const models = form.right.models.map(({ name, llmConfig }) => ({ name, ...llmConfig }));
  return right({ kind: 'create', models });
};

const parseUpdates = (json: unknown): Either<readonly ModelFormFault[], ModelForm> => {
  const form = updateForm.decode(json);
  if (isLeft(form)) return left(form.left.map(jsonFault));
  const updates = form.right.modelUpdates.map((update) => ({
    name: update.modelName,
    ...update.llmConfig,
  }));
  return right({ kind: 'update', updates });
};

const notOneForm = (hasBoth: boolean): ModelFormFault =>
  modelFormFault('', 0, {
    position: 0,
    code: 'ambiguous_form',
    expected: 'an object with either models or modelUpdates',
    found: hasBoth ? 'it has both' : 'it has neither',
  });
