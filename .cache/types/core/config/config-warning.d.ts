import { type Fault } from '../codec/fault.js';
import { type AlgorithmConfig, type FieldKey } from './fields.js';
/**
 * Judges a valid algorithm object as a whole; `path` is where it stands in its document.
 *
 * Nothing here keeps a configuration from loading: valid fields make a valid whole.
 */
export declare const configWarnings: (config: AlgorithmConfig, path?: string) => readonly Fault[];
/** Fields of wait-and-widen that act on its affinity group, and so need one. */
export declare const GROUP_FIELDS: readonly FieldKey[];
/** Whether a policy of wait-and-widen is configured without an affinity group. */
export declare const lacksAffinityGroup: (config: AlgorithmConfig) => boolean;
