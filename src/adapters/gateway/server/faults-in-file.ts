import type { Fault } from '../../../core/codec/fault.js';
import { inFile } from '../../../core/codec/json-text.js';

/** Faults of a file, the file named in each. */
export const faultsInFile = (file: string, faults: readonly Fault[]): readonly Fault[] =>
  faults.map((one) => (one.message.includes(file) ? one : { ...one, message: inFile(file, one) }));
