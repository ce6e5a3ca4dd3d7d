import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { Fault } from '../../core/codec/fault.js';
import { requirePackages } from '../node/load-package.js';

/** Checks the package of pages with pictures, before the work that such a page would show. */
export const requirePagePackage = (
  user: string,
  out: string | undefined,
): TE.TaskEither<readonly Fault[], void> =>
  requirePackages(`${user} --out`, out === undefined ? [] : ['uplot']);
