import * as E from 'fp-ts/lib/Either.js';
import type { Fault } from '../../../core/codec/fault.js';
import { parseFleetDocument, type FleetDocument } from '../document/fleet-document.js';
import type { DocumentSource } from './document-source.js';
import type { SourceListener } from '../../time/source.js';

/** A source of documents that somebody hands in, such as `PUT /snapshot`. */
export type PushSource = DocumentSource &
  Readonly<{
    /** Takes in a parsed JSON document, or refuses it whole and says why; the old one stays. */
    accept: (json: unknown) => E.Either<readonly Fault[], void>;
  }>;

/** Makes one. What is accepted before the start is delivered at the start; after the end, nothing. */
export const createPushSource = (): PushSource => {
  let listener: SourceListener<FleetDocument> | undefined;
  let waiting: FleetDocument | undefined;

  return {
    kind: 'push',
    name: 'push',
    start: async (given) => {
      listener = given;
      if (waiting !== undefined) listener.onValue(waiting);
      waiting = undefined;
    },
    close: async () => {
      listener = undefined;
    },
    accept: (json) => {
      const decoded = parseFleetDocument(json);
      if (E.isLeft(decoded)) {
        listener?.onRefused(decoded.left);
        return decoded;
      }
      if (listener === undefined) waiting = decoded.right;
      else listener.onValue(decoded.right);
      return E.right(undefined);
    },
  };
};
