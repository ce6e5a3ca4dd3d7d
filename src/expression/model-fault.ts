import { pathOf } from '../core/codec/codec.js';
import { wrongType } from './model-codec.js';
import type { FormError, FormProblem, ModelFormRule } from './model-codec.js';

/** One thing that is wrong with a model form. */
export type ModelFormFault = Readonly<{
  /** Where it is: `routingMethod` inline, `models[0].llmConfig.routingMethod` in JSON, "" the whole. */
  field: string;
  /** 0-based: inline into the line, in JSON into the text of the field (0 if it is no text). */
  position: number;
  rule: ModelFormRule;
  expected: string;
  /** One sentence with all of the above and what was found. */
  message: string;
}>;

/** A problem at a field whose value starts at `start`. */
export const modelFormFault = (
  field: string,
  start: number,
  { position: offset, rule, expected, found }: FormProblem,
): ModelFormFault => {
  const position = start + offset;
  const where = field === '' ? 'model form' : field;
  const message = `${where} at position ${position}: expected ${expected}, but ${found}`;
  return { field, position, rule, expected, message };
};

/** What a decoding error of a model form is about. */
export const problemOf = ({ context, value, problem }: FormError): FormProblem =>
  problem ?? wrongType(value, context.at(-1)?.type.name ?? 'another value');

/** The fault of a JSON form that a decoding error stands for. */
export const jsonFault = (error: FormError): ModelFormFault =>
  modelFormFault(pathOf(error.context), 0, problemOf(error));
