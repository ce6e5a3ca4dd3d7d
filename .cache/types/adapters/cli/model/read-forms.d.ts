import * as TE from 'fp-ts/lib/TaskEither.js';
import { type ModelForm } from '../../../expression/index.js';
import { type Failure } from '../input/failure.js';
/** Where forms come from: inline texts of one kind, or a file with a JSON form. */
export type FormSource = Readonly<{
    kind: 'create' | 'update';
    texts: readonly string[];
}> | Readonly<{
    file: string;
}>;
/** Reads forms; every fault of every text becomes a message, with a caret where it stands. */
export declare const readForms: (source: FormSource) => TE.TaskEither<Failure, ModelForm>;
