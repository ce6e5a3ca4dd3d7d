/**
 * Writes the bare model id where a request named `<routing key>/<model>`.
 *
 * The engine knows the model by its own id only. Nothing else of the request changes.
 */
/**
 * Replaces the text of every top-level `model` of a JSON object; all other characters stay.
 *
 * `text` must be valid JSON. Linear, not recursive.
 */
export declare const withModelInJson: (text: string, model: string) => string;
/** Replaces the value of every `model` of a query; all other characters stay. */
export declare const withModelInQuery: (query: string, model: string) => string;
