import type { Source } from '../../time/source.js';
import type { FleetDocument } from '../document/fleet-document.js';
/** A source of whole fleet documents. */
export type DocumentSource = Source<FleetDocument> & Readonly<{
    kind: 'file' | 'http' | 'push';
}>;
