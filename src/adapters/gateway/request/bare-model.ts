/**
 * Writes the bare model id where a request named `<routing key>/<model>`.
 *
 * The engine knows the model by its own id only. Nothing else of the request changes.
 */

import { outlineJson } from './json-outline.js';

/**
 * Replaces the text of every top-level `model` of a JSON object; all other characters stay.
 *
 * `text` must be valid JSON. Linear, not recursive.
 */
export const withModelInJson = (text: string, model: string): string => {
  let replaced = '';
  let copiedTo = 0;
  for (const { name, value } of outlineJson(text, 'model').members) {
    if (name !== 'model' || value === undefined) continue;
    replaced += text.slice(copiedTo, value.start) + JSON.stringify(model);
    copiedTo = value.end;
  }
  return replaced + text.slice(copiedTo);
};

/** Replaces the value of every `model` of a query; all other characters stay. */
export const withModelInQuery = (query: string, model: string): string =>
  query
    .split('&')
    .map((part) =>
      new URLSearchParams(part).has('model') ? `model=${encodeURIComponent(model)}` : part,
    )
    .join('&');
