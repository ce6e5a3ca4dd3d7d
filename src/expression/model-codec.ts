/**
 * The shapes of a model as its owner writes it. They check format only: an expression that names
 * no existing method is kept like any other.
 */
import { isLeft, left, right } from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { decodeMember, isJsonObject, ownMember, settle } from '../core/codec/codec.js';
import type { JsonObject } from '../core/codec/codec.js';
import { describeGiven } from '../core/codec/fault.js';
import { checkFormat } from './check-format.js';
import { innerRange } from './grammar.js';
import type { FormatRule } from './grammar.js';

/** The rule a model form breaks: one of the grammar's, or one of the form's own. */
export type ModelFormRule =
  | FormatRule
  | 'missing_field'
  | 'unknown_field'
  | 'duplicate_field'
  | 'wrong_type'
  | 'nothing_given'
  | 'missing_item'
  | 'ambiguous_form';

/** What is wrong with one value; `position` counts from the start of its text. */
export type FormProblem = Readonly<{
  position: number;
  rule: ModelFormRule;
  expected: string;
  /** What there was instead, as the end of a sentence. */
  found: string;
}>;

/** An error of these codecs; one of a plain io-ts codec has no problem and is a wrong type. */
export type FormError = t.ValidationError & Readonly<{ problem?: FormProblem }>;

const failure = (
  input: unknown,
  context: t.Context,
  problem: FormProblem,
): Either<t.Errors, never> => {
  const error: FormError = { value: input, context, problem };
  return t.failures([error]);
};

/** What is wrong with a value that is not of the type at all. */
export const wrongType = (input: unknown, expected: string): FormProblem => ({
  position: 0,
  rule: input === undefined ? 'missing_field' : 'wrong_type',
  expected,
  found: input === undefined ? 'it is missing' : `found ${describeGiven(input)}`,
});

const nothingGiven = (expected: string): FormProblem => ({
  position: 0,
  rule: 'nothing_given',
  expected,
  found: 'there is nothing',
});

const textCodec = (name: string, read: (text: string) => Either<FormProblem, string>) =>
  new t.Type<string, string, unknown>(
    name,
    t.string.is,
    (input, context) => {
      const text =
        typeof input === 'string' ? read(input) : left(wrongType(input, `a string, the ${name}`));
      return isLeft(text) ? failure(input, context, text.left) : text;
    },
    t.identity,
  );

/** Text that is not blank; decodes to itself without outer spaces. */
const label = (name: string) =>
  textCodec(name, (text) => {
    const { from, end } = innerRange(text);
    return from === end ? left(nothingGiven(`a ${name}`)) : right(text.slice(from, end));
  });

/** A well-formed expression; decodes to its text without outer spaces. */
const routingMethod = textCodec('routing expression', (text) => {
  const parsed = checkFormat(text);
  return isLeft(parsed) ? parsed : right(parsed.right.text);
});

const uriList = t.array(label('URI'));

const uris = new t.Type<readonly string[], readonly string[], unknown>(
  'uris',
  uriList.is,
  (input, context) => {
    if (!Array.isArray(input)) return failure(input, context, wrongType(input, 'a list of URIs'));
    if (input.length === 0) return failure(input, context, nothingGiven('at least one URI'));
    return uriList.validate(input, context);
  },
  t.identity,
);

/** An object with exactly these fields; absent optional ones stay absent. */
const strict = <R extends t.Props, O extends t.Props>(name: string, required: R, optional: O) => {
  type Fields = t.TypeOfProps<R> & t.TypeOfPartialProps<O>;
  const codecs = new Map<string, t.Mixed>(Object.entries({ ...required, ...optional }));
  const other = noField([...codecs.keys()]);
  const decode = (input: JsonObject, context: t.Context): t.Validation<Fields> => {
    const errors: t.Errors = [];
    const fields: [string, unknown][] = [];
    for (const key of new Set([...Object.keys(required), ...Object.keys(input)])) {
      const codec = codecs.get(key) ?? other;
      fields.push([key, decodeMember(codec, context, key, ownMember(input, key), errors)]);
    }
    return settle(errors, () => Object.fromEntries(fields) as Fields);
  };
  return new t.Type<Fields, Fields, unknown>(
    name,
    (input): input is Fields => isJsonObject(input),
    (input, context) =>
      isJsonObject(input)
        ? decode(input, context)
        : failure(input, context, wrongType(input, 'an object')),
    t.identity,
  );
};

/** Stands for a field that does not belong. */
const noField = (names: readonly string[]): t.Mixed =>
  new t.Type<unknown>(
    'no field',
    t.unknown.is,
    (input, context) => failure(input, context, unknownField(names)),
    t.identity,
  );

/** What is wrong with a name that is none of these. */
export const unknownField = (names: readonly string[]): FormProblem => ({
  position: 0,
  rule: 'unknown_field',
  expected: `one of ${names.join(', ')}`,
  found: 'this name is none of them',
});

const tuning = { routingMethod, tokenRateLimit: label('rate limit') };
const createdConfig = strict('llmConfig', { uris }, tuning);
const anyConfig = strict('llmConfig', {}, { uris, ...tuning });

const updatedConfig = new t.Type<t.TypeOf<typeof anyConfig>, unknown, unknown>(
  'llmConfig',
  anyConfig.is,
  (input, context) =>
    isJsonObject(input) && Object.keys(input).length === 0
      ? failure(input, context, nothingGiven('at least one field to change'))
      : anyConfig.validate(input, context),
  t.identity,
);

/** One entry of `models`; an inline create form is brought into this shape. */
export const CreateEntry = strict(
  'model',
  { name: label('model name'), llmConfig: createdConfig },
  {},
);

/** One entry of `modelUpdates`; an inline update form is brought into this shape. */
export const UpdateEntry = strict(
  'update',
  { modelName: label('model name'), llmConfig: updatedConfig },
  {},
);

export const CreateForm = strict('form', { models: t.array(CreateEntry, 'a list of models') }, {});
export const UpdateForm = strict(
  'form',
  { modelUpdates: t.array(UpdateEntry, 'a list of updates') },
  {},
);
