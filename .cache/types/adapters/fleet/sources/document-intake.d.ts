import type { Fault } from '../../../core/codec/fault.js';
import { type FleetDocument } from '../document/fleet-document.js';
import type { SourceListener } from '../../time/source.js';
/** Takes in the texts that a source reads over and over. */
export type DocumentIntake = Readonly<{
    /** A text was read. */
    read: (text: string) => void;
    /** Reading failed. */
    failed: (fault: Fault) => void;
}>;
/**
 * Delivers the document of each text, and says what is wrong with a bad one or a failure once
 * rather than at each reading. A text that is still the same delivers the same document object.
 */
export declare const createDocumentIntake: (listener: SourceListener<FleetDocument>) => DocumentIntake;
/** A listener that hears nothing any more once `isClosed` says so. */
export declare const untilClosed: <A>(listener: SourceListener<A>, isClosed: () => boolean) => SourceListener<A>;
