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
export declare const modelFormFault: (field: string, start: number, { position: offset, rule, expected, found }: FormProblem) => ModelFormFault;
/** What a decoding error of a model form is about. */
export declare const problemOf: ({ context, value, problem }: FormError) => FormProblem;
/** The fault of a JSON form that a decoding error stands for. */
export declare const jsonFault: (error: FormError) => ModelFormFault;
