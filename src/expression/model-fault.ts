import type { ValidationError } from 'io-ts';
import { pathOf } from '../core/codec/codec.js';
import { describeGiven } from '../core/codec/fault.js';
import type { FormProblem, ModelFormFaultCode, RuleProblem } from './model-rule.js';

/** One thing that is wrong with a model form. */
export type ModelFormFault = Readonly<{
  /** Where it is: `routingMethod` inline, `models[0].llmConfig.routingMethod` in JSON, "" the whole. */
  field: string;
  /** 0-based: inline into the line, in JSON into the text of the field (0 if it is no text). */
  position: number;
  code: ModelFormFaultCode;
  expected: string;
  /** One sentence with all of the above and what was found. */
  message: string;
}>;

/** A problem at a field whose value starts at `start`. */
export const modelFormFault = (
  field: string,
  start: number,
  { position: offset, code, expected, found }: FormProblem,
): ModelFormFault => {
  const position = start + offset;
  const where = field === '' ? 'model form' : field;
  const message = `${where} at position ${position}: expected ${expected}, but ${found}`;
  return { field, position, code, expected, message };
};

/** What a decoding error of a model form is about. */
export const problemOf = (error: FormError): FormProblem => {
  if (error.form !== undefined) return error.form;
  const { code, value, expected = 'another value' } = error;
  if (code === 'unknown_field') return unknownField(expected);
  const isMissing = value === undefined;
  return {
    position: 0,
    code: isMissing ? 'missing_field' : 'wrong_type',
    expected,
    found: isMissing ? 'it is missing' : `found ${describeGiven(value)}`,
  };
};

/** What is wrong with a name that is not the expected one. */
export const unknownField = (expected: string): FormProblem => ({
  position: 0,
  code: 'unknown_field',
  expected,
  found: 'this name is none of them',
});

/** A decoding error of a model form. */
export type FormError = ValidationError & Partial<RuleProblem>;

/** The fault of a JSON form that a decoding error stands for. */
export const jsonFault = (error: FormError): ModelFormFault =>
  modelFormFault(pathOf(error.context), 0, problemOf(error));
