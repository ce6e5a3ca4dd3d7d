import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { required } from '../../../../core/codec/object-codec.js';
import { decode, shape } from '../codecs.js';
import type { Api } from './api.js';
import {
  COMPLETION_MEMBERS,
  createChoiceShape,
  type ChoiceWords,
  type CompletionBody,
} from './choices.js';
import { onePrompt, promptTexts, type PlainInput } from './content.js';

const body = shape<CompletionBody & Readonly<{ prompt: PlainInput }>>({
  ...COMPLETION_MEMBERS,
  prompt: required('prompt', onePrompt),
});

/** `/v1/completions`. One prompt and one choice; all other settings change nothing. */
export const completionsApi: Api = (json) =>
  pipe(
    decode(body, json),
    E.map((completion) => ({
      model: completion.model,
      promptText: promptTexts(completion.prompt).join(''),
      isStream: completion.stream === true,
      maxTokens: completion.maxTokens,
      createShape: (start) => createChoiceShape(WORDS, completion, start),
    })),
  );

const WORDS: ChoiceWords = {
  idPrefix: 'cmpl-',
  object: 'text_completion',
  chunkObject: 'text_completion',
  whole: (text) => ({ text }),
  piece: (text) => ({ text }),
  last: { text: '' },
};
