/** Checks made before any selection. */
import type { Attempt } from './attempt.js';
import type { RejectionCode } from './decision.js';
/** A required field that the request lacks, if any. */
export declare const missingRequirement: ({ policy, request }: Attempt) => RejectionCode | undefined;
/**
 * Whether the target's queued prefill work, with this request, exceeds `max_input_work_seconds`.
 * Sums run in cluster-id order, so that the order of the snapshot does not matter.
 */
export declare const exceedsInputWork: (attempt: Attempt) => boolean;
