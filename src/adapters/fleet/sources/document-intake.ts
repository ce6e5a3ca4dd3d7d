import * as E from 'fp-ts/lib/Either.js';
import type { Fault } from '../../../core/codec/fault.js';
import { parseTextWith } from '../../../core/codec/json-text.js';
import { parseFleetDocument, type FleetDocument } from '../document/fleet-document.js';
import type { SourceListener } from '../../time/source.js';

/** Takes in the texts that a source reads over and over. */
export type DocumentIntake = Readonly<{
  /** A text was read; `askedAtMs` as for `SourceListener`. */
  read: (text: string, askedAtMs?: number) => void;
  /** Reading failed. */
  failed: (fault: Fault) => void;
}>;

/**
 * Delivers the document of each text, and says what is wrong with a bad one or a failure once
 * rather than at each reading. A text that is still the same delivers the same document object.
 */
export const createDocumentIntake = (listener: SourceListener<FleetDocument>): DocumentIntake => {
  let lastText: string | undefined;
  let lastDocument: FleetDocument | undefined;
  let lastFailure: string | undefined;

  const take = (text: string): void => {
    lastText = text;
    const decoded = parseTextWith(text, (json) => parseFleetDocument(json));
    lastDocument = E.isRight(decoded) ? decoded.right : undefined;
    if (E.isLeft(decoded)) listener.onRefused(decoded.left);
  };
  return {
    read: (text, askedAtMs) => {
      lastFailure = undefined;
      if (text !== lastText) take(text);
      if (lastDocument !== undefined) listener.onValue(lastDocument, askedAtMs);
    },
    failed: (failure) => {
      if (failure.message !== lastFailure) listener.onRefused([failure]);
      lastFailure = failure.message;
    },
  };
};

/** A listener that hears nothing any more once `isClosed` says so. */
export const untilClosed = <A>(
  listener: SourceListener<A>,
  isClosed: () => boolean,
): SourceListener<A> => ({
  onValue: (value, askedAtMs) => {
    if (!isClosed()) listener.onValue(value, askedAtMs);
  },
  onRefused: (faults) => {
    if (!isClosed()) listener.onRefused(faults);
  },
  onUnwatched: (message) => {
    if (!isClosed()) listener.onUnwatched?.(message);
  },
});
