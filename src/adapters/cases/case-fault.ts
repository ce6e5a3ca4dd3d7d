import type { JsonObject } from '../../core/codec/codec.js';
import type { Fault } from '../../core/codec/fault.js';
import type { ExpressionRejectionCode } from '../../expression/index.js';

/** One thing that is wrong with a case. A `Fault` is one, too. */
export type CaseFault = Readonly<{
  code: Fault['code'] | ExpressionRejectionCode;
  message: string;
  /** JSON path within the case; "" is the whole. */
  path: string;
}>;

/** Faults a message tells in full; a snapshot can have thousands. */
const TOLD_COUNT = 8;

/** The result of a case that cannot be decided: the first fault, its message telling the others. */
export const encodeCaseFaults = (faults: readonly CaseFault[]): JsonObject => {
  const { code, path } = faults[0]!;
  const told = faults.slice(0, TOLD_COUNT).map(({ message }) => message);
  const untold = faults.length - told.length;
  if (untold > 0) told.push(`and ${String(untold)} more`);
  return { error: { code, message: told.join('; '), path } };
};
