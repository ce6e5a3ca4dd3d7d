/** What may be wrong with a model form. */
import type { Problem } from '../core/codec/fault.js';
import type { FormatRule } from './grammar.js';

/** The rule a model form breaks: one of the grammar's, or one of the form's own. */
export type ModelFormFaultCode =
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
  code: ModelFormFaultCode;
  expected: string;
  /** What there was instead, as the end of a sentence. */
  found: string;
}>;

/** What a codec reports, with the rule that is broken where that is not the type. */
export type RuleProblem = Problem & Readonly<{ form?: FormProblem }>;
