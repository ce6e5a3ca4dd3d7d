import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  parseModelCreate,
  parseModelFormJson,
  parseModelUpdate,
  renderRejection,
  type ModelForm,
  type ModelFormFault,
} from '../../../expression/index.js';
import { failure, type Failure } from '../input/failure.js';
import { readInput } from '../input/read-input.js';

/** Where forms come from: inline texts of one kind, or a file with a JSON form. */
export type FormSource =
  Readonly<{ kind: 'create' | 'update'; texts: readonly string[] }> | Readonly<{ file: string }>;

/** Reads forms; every fault of every text becomes a message, with a caret where it stands. */
export const readForms = (source: FormSource): TE.TaskEither<Failure, ModelForm> =>
  'file' in source ? readJsonForm(source.file) : TE.fromEither(readInlineForms(source));

const readJsonForm = (file: string): TE.TaskEither<Failure, ModelForm> =>
  readInput(file, (json) =>
    pipe(
      parseModelFormJson(json),
      E.mapLeft((faults) => faults.map(({ field, message }) => ({ path: field, message }))),
    ),
  );

const readInlineForms = ({
  kind,
  texts,
}: Extract<FormSource, { kind: string }>): E.Either<Failure, ModelForm> =>
  kind === 'create'
    ? pipe(
        readEach(texts, parseModelCreate),
        E.map((models) => ({ kind, models })),
      )
    : pipe(
        readEach(texts, parseModelUpdate),
        E.map((updates) => ({ kind, updates })),
      );

/** Every text read, or the faults of all of them. */
const readEach = <A>(
  texts: readonly string[],
  parse: (text: string) => E.Either<readonly ModelFormFault[], A>,
): E.Either<Failure, readonly A[]> => {
  const messages: string[] = [];
  const forms: A[] = [];
  for (const text of texts) {
    const form = parse(text);
    if (E.isRight(form)) forms.push(form.right);
    else messages.push(...form.left.map((fault) => renderFault(text, fault)));
  }
  return messages.length > 0 ? E.left(failure(1, ...messages)) : E.right(forms);
};

const renderFault = (text: string, { message, position, expected }: ModelFormFault): string => {
  const shown = renderRejection(text, {
    code: 'malformed_expression',
    message,
    position,
    expected,
  });
  const [line, caret] = shown.split('\n');
  return [message, `  ${line!}`, `  ${caret!}`].join('\n');
};
