import type { Explanation } from '../../../core/explain.js';
import type { Case } from '../../cases/index.js';
import type { Colors } from '../../terminal/colors.js';
/** An explanation for people: the case, a row per cluster, and why it came out so. */
export declare const explanationText: (given: Case, explanation: Explanation, colors: Colors) => string;
