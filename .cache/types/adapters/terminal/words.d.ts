/** The engine's reasons in the words of people. */
import type { RejectionCode, UnavailableReason } from '../../core/decision.js';
import type { Verdict } from '../../core/trace.js';
/** Why a cluster was not chosen, in at most 18 characters. */
export declare const VERDICTS: Readonly<Record<Verdict, string>>;
/** Why no cluster can be chosen, as the end of a sentence. */
export declare const REASONS: Readonly<Record<UnavailableReason, string>>;
/** Why a request is turned away, as the end of a sentence. */
export declare const REJECTIONS: Readonly<Record<RejectionCode, string>>;
/** A time in at most 6 characters: `225`, `0.5`, `12.3 s`; `never` when it is not finite. */
export declare const formatMs: (ms: number) => string;
/** The same with its unit, for sentences. */
export declare const inWords: (ms: number) => string;
