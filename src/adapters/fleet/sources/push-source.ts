import * as E from 'fp-ts/lib/Either.js';
import type { Fault } from '../../../core/codec/fault.js';
import { parseBytesWith } from '../../../core/codec/json-text.js';
import { parseFleetDocument, type FleetDocument } from '../document/fleet-document.js';
import type { DocumentSource } from './document-source.js';
import type { SourceListener } from '../../time/source.js';

/** A source of documents that somebody hands in, such as `PUT /snapshot`. */
export type PushSource = DocumentSource &
  Readonly<{
    /** Takes in a parsed JSON document, or refuses it whole and says why; the old one stays. */
    accept: (json: unknown) => E.Either<readonly Fault[], void>;
    /** The same for JSON text in UTF-8; faults have a line and a column. */
    acceptBytes: (bytes: Uint8Array) => E.Either<readonly Fault[], void>;
  }>;

/** Makes one. What is accepted before the start is delivered at the start; after the end, nothing. */
export const createPushSource = (): PushSource => {
  let listener: SourceListener<FleetDocument> | undefined;
  let waiting: FleetDocument | undefined;

  const take = (
    decoded: E.Either<readonly Fault[], FleetDocument>,
  ): E.Either<readonly Fault[], void> => {
    if (E.isLeft(decoded)) {
      listener?.onRefused(decoded.left);
      return decoded;
    }
    if (listener === undefined) waiting = decoded.right;
    else listener.onValue(decoded.right);
    return E.right(undefined);
  };
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
    accept: (json) => take(parseFleetDocument(json)),
    acceptBytes: (bytes) => take(parseBytesWith(bytes, (json) => parseFleetDocument(json))),
  };
};
