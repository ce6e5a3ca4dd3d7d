import * as E from 'fp-ts/lib/Either.js';
import type { Fault } from '../../../core/codec/fault.js';
import type { DocumentSource } from './document-source.js';
/** A source of documents that somebody hands in, such as `PUT /snapshot`. */
export type PushSource = DocumentSource & Readonly<{
    /** Takes in a parsed JSON document, or refuses it whole and says why; the old one stays. */
    accept: (json: unknown) => E.Either<readonly Fault[], void>;
}>;
/** Makes one. What is accepted before the start is delivered at the start; after the end, nothing. */
export declare const createPushSource: () => PushSource;
