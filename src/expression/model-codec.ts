/**
 * The shapes of a model as its owner writes it. They check format only: an expression that names
 * no existing method is kept like any other.
 */
import { isLeft } from 'fp-ts/lib/Either.js';
import type { Codec, Decoded } from '../core/codec/codec.js';
import { listOf } from '../core/codec/list-codec.js';
import { objectCodec, optional, required } from '../core/codec/object-codec.js';
import type { Members } from '../core/codec/object-codec.js';
import { valueCodec } from '../core/codec/value-codec.js';
import { checkFormat } from './check-format.js';
import { innerRange } from './grammar.js';
import type { FormProblem, RuleProblem } from './model-rule.js';
import type { ModelCreate, ModelUpdate } from './model-entry.js';

const broken = (form: FormProblem): RuleProblem => ({
  code: 'invalid_value',
  expected: form.expected,
  form,
});

const nothingGiven = (expected: string): FormProblem => ({
  position: 0,
  code: 'nothing_given',
  expected,
  found: 'there is nothing',
});

const textCodec = (
  name: string,
  formProblemOf: (text: string) => FormProblem | undefined,
): Codec<string> =>
  valueCodec<string>(name, {
    problemOf: (json): RuleProblem | undefined => {
      if (typeof json !== 'string')
        return { code: 'wrong_type', expected: `a string, the ${name}` };
      const form = formProblemOf(json);
      return form && broken(form);
    },
    schema: { type: 'string' },
    read: trimmed,
  });

const trimmed = (text: string): string => {
  const { from, end } = innerRange(text);
  return text.slice(from, end);
};

/** Text that is not blank; decodes to itself without outer spaces. */
const label = (name: string): Codec<string> =>
  textCodec(name, (text) => (trimmed(text) === '' ? nothingGiven(`a ${name}`) : undefined));

/** A well-formed expression; decodes to its text without outer spaces. */
const routingMethod = textCodec('routing expression', (text) => {
  const parsed = checkFormat(text);
  return isLeft(parsed) ? { ...parsed.left, code: parsed.left.rule } : undefined;
});

const uris = listOf(label('URI'), {
  what: 'a list of URIs',
  problemOfEmpty: broken(nothingGiven('at least one URI')),
});

/** Forms hold nothing but their fields, and null is no field left out. */
const EXACT = { unknown: 'refused', nullIs: 'a value' } as const;

const TUNING: Members<Pick<ModelCreate, 'routingMethod' | 'tokenRateLimit'>> = {
  routingMethod: optional('routingMethod', routingMethod),
  tokenRateLimit: optional('tokenRateLimit', label('rate limit')),
};

type CreatedConfig = Omit<ModelCreate, 'name'>;

const createdConfig = objectCodec<CreatedConfig>('llmConfig', {
  members: { uris: required('uris', uris), ...TUNING },
  ...EXACT,
});

type UpdatedConfig = Omit<ModelUpdate, 'name'>;

const updatedConfig = objectCodec<UpdatedConfig>('llmConfig', {
  members: { uris: optional('uris', uris), ...TUNING },
  ...EXACT,
  problemOfEmpty: broken(nothingGiven('at least one field to change')),
});

/** One entry of `models`; an inline create form is brought into this shape. */
export const createEntry = objectCodec<Readonly<{ name: string; llmConfig: CreatedConfig }>>(
  'model',
  {
    members: {
      name: required('name', label('model name')),
      llmConfig: required('llmConfig', createdConfig),
    },
    ...EXACT,
  },
);

/** One entry of `modelUpdates`; an inline update form is brought into this shape. */
export const updateEntry = objectCodec<Readonly<{ modelName: string; llmConfig: UpdatedConfig }>>(
  'update',
  {
    members: {
      modelName: required('modelName', label('model name')),
      llmConfig: required('llmConfig', updatedConfig),
    },
    ...EXACT,
  },
);

export const createForm = objectCodec<Readonly<{ models: readonly Decoded<typeof createEntry>[] }>>(
  'form',
  {
    members: { models: required('models', listOf(createEntry, { what: 'a list of models' })) },
    ...EXACT,
  },
);

export const updateForm = objectCodec<
  Readonly<{ modelUpdates: readonly Decoded<typeof updateEntry>[] }>
>('form', {
  members: {
    modelUpdates: required('modelUpdates', listOf(updateEntry, { what: 'a list of updates' })),
  },
  ...EXACT,
});
