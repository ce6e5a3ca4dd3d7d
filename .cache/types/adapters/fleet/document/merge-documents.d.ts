import type { DocumentSource } from '../sources/document-source.js';
import type { FleetDocument, TargetDefinition } from './fleet-document.js';
/** A document, and where and when it came from. */
export type Delivery = Readonly<{
    kind: DocumentSource['kind'];
    document: FleetDocument;
    atMs: number;
}>;
/** A target as it is served, and the delivery that said so. */
export type MergedTarget = Readonly<{
    definition: TargetDefinition;
    delivery: Delivery;
}>;
/**
 * The targets of all documents, by key. Where two list the same target, the later source in the
 * list has it whole.
 */
export declare const mergeDocuments: (deliveries: readonly (Delivery | undefined)[]) => ReadonlyMap<string, MergedTarget>;
