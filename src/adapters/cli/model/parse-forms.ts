import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { ModelForm } from '../../../expression/index.js';
import { reportFailure } from '../input/failure.js';
import { readForms, type FormSource } from './read-forms.js';

/** Prints forms as one JSON form. Exit status 1 when any is wrong. */
export const parseForms = (source: FormSource): Promise<void> =>
  pipe(
    readForms(source),
    TE.match(reportFailure, (form) => {
      console.log(JSON.stringify(encodeForm(form), null, 2));
    }),
  )();

const encodeForm = (form: ModelForm): unknown =>
  form.kind === 'create'
    ? { models: form.models.map(({ name, ...llmConfig }) => ({ name, llmConfig })) }
    : {
        modelUpdates: form.updates.map(({ name, ...llmConfig }) => ({
          modelName: name,
          llmConfig,
        })),
      };
