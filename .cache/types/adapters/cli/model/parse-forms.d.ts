import { type FormSource } from './read-forms.js';
/** Prints forms as one JSON form. Exit status 1 when any is wrong. */
export declare const parseForms: (source: FormSource) => Promise<void>;
