import type { DocumentSource } from '../sources/document-source.js';
import type { FleetDocument, TargetDefinition } from './fleet-document.js';
import { targetKey } from '../../../core/snapshot/target-key.js';

/** A document, where it came from, and the clock time at which it was asked for or came in. */
export type Delivery = Readonly<{
  kind: DocumentSource['kind'];
  document: FleetDocument;
  askedAtMs: number;
}>;

/** A target as it is served, and the delivery that said so. */
export type MergedTarget = Readonly<{ definition: TargetDefinition; delivery: Delivery }>;

/**
 * The targets of all documents, by key. Where two list the same target, the later source in the
 * list has it whole.
 */
export const mergeDocuments = (
  deliveries: readonly (Delivery | undefined)[],
): ReadonlyMap<string, MergedTarget> => {
  const merged = new Map<string, MergedTarget>();
  for (const delivery of deliveries) {
    for (const definition of delivery?.document.targets ?? []) {
      merged.set(targetKey(definition.target), { definition, delivery: delivery! });
    }
  }
  return merged;
};
