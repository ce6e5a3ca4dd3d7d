/**
 * random: any cluster that is not excluded, uniformly.
 *
 * Use it as a baseline, or where nothing is known about load.
 */
import { type Attempt } from '../attempt.js';
import type { Decision } from '../decision.js';
export declare const decideRandom: (attempt: Attempt) => Decision;
