import type { Fault } from './fault.js';

/** So many faults are told in the message of one error. */
const SHOWN_FAULTS = 20;

/** A RangeError that lists what is wrong with an input: the first 20 faults, and how many more. */
export const inputError = (what: string, faults: readonly Fault[]): RangeError => {
  const shown = faults.slice(0, SHOWN_FAULTS).map(({ message }) => message);
  const more = faults.length - shown.length;
  if (more > 0) shown.push(`and ${String(more)} more`);
  return new RangeError(`bad ${what}: ${shown.join('; ')}`);
};
