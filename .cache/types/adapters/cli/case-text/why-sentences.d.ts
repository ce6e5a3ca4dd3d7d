import type { Explanation } from '../../../core/explain.js';
import type { Case } from '../../cases/index.js';
/** Sentences that say what was decided and why. */
export declare const whySentences: (given: Case, explanation: Explanation) => readonly string[];
