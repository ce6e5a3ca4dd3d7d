import { type FormSource } from './read-forms.js';
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
export declare const writeModels: ({ kind, source, modelFile, routingKey }: ModelChange) => Promise<void>;
