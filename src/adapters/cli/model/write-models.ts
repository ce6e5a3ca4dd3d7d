import { existsSync } from 'node:fs';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import writeFileAtomic from 'write-file-atomic';
import { describeGiven } from '../../../core/codec/fault.js';
import type { ModelForm } from '../../../expression/index.js';
import { failure, reportFailure, type Failure } from '../input/failure.js';
import { inputName, readInput } from '../input/read-input.js';
import { applyForm, EMPTY_MODEL_FILE, parseModelFileJson, type ModelFile } from './model-file.js';
import { readForms, type FormSource } from './read-forms.js';

/** What to write where. */
export type ModelChange = Readonly<{
  kind: 'create' | 'update';
  source: FormSource;
  modelFile: string;
  routingKey: string | undefined;
}>;

/**
 * Writes forms into the model file of a gateway, in one piece: a gateway that watches the file
 * never sees half of it, and when any form is wrong nothing is written (exit status 1).
 */
export const writeModels = ({ kind, source, modelFile, routingKey }: ModelChange): Promise<void> =>
  pipe(
    readForms(source),
    TE.filterOrElse(
      (form) => form.kind === kind,
      () => failure(1, `expected a form that can ${kind} models, given one of the other kind`),
    ),
    TE.bindTo('form'),
    TE.bind('before', () => readModelFile(modelFile, kind)),
    TE.bind('after', ({ form, before }) => TE.fromEither(change(before, form, routingKey))),
    TE.tap(({ after }) => writeModelFile(modelFile, after)),
    TE.match(reportFailure, ({ form }) => {
      reportChange(form, modelFile);
    }),
  )();

/** Creating the first model creates the file. */
const readModelFile = (file: string, kind: ModelForm['kind']): TE.TaskEither<Failure, ModelFile> =>
  kind === 'create' && !existsSync(file)
    ? TE.right(EMPTY_MODEL_FILE)
    : readInput(file, parseModelFileJson);

const change = (
  before: ModelFile,
  form: ModelForm,
  routingKey: string | undefined,
): E.Either<Failure, ModelFile> =>
  pipe(
    applyForm(before, form, routingKey),
    E.mapLeft((messages) => failure(1, ...messages)),
  );

const writeModelFile = (file: string, content: ModelFile): TE.TaskEither<Failure, void> =>
  TE.tryCatch(
    () => writeFileAtomic(file, `${JSON.stringify(content, null, 2)}\n`),
    (error) => failure(2, `cannot write ${inputName(file)}: ${(error as Error).message}`),
  );

const reportChange = (form: ModelForm, file: string): void => {
  const [done, changes] =
    form.kind === 'create' ? ['created', form.models] : ['updated', form.updates];
  for (const { name, routingMethod } of changes) {
    const method = routingMethod === undefined ? '' : `, routing method ${routingMethod}`;
    console.log(`${done} ${describeGiven(name)} in ${inputName(file)}${method}`);
  }
};
