import * as E from 'fp-ts/lib/Either.js';
import { describeError } from '../node/error-text.js';
import { requirePackages } from '../node/load-package.js';
import { failure, reportFailure } from './input/failure.js';

/**
 * Looks after what pages with pictures need before the work that they would show: their package, and
 * by `open` the place they go to. False when something is missing, which is told then.
 */
export const isPageTargetReady = async (
  user: string,
  out: string | undefined,
  open: (out: string) => Promise<unknown>,
): Promise<boolean> => {
  if (out === undefined) return true;
  const packages = await requirePackages(`${user} --out`, ['uplot'])();
  if (E.isLeft(packages)) {
    reportFailure(failure(2, ...packages.left.map(({ message }) => message)));
    return false;
  }
  try {
    await open(out);
    return true;
  } catch (error) {
    reportFailure(failure(2, `cannot write ${out}: ${describeError(error)}`));
    return false;
  }
};
