import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { fault, type Fault } from '../../core/codec/fault.js';
import { describeError } from './error-text.js';
import { installCommand, stateOfPackage, type PackageState } from './optional-package.js';

/**
 * Loads an optional package on use. Left, with the command that mends it, when it is not
 * installed, when the version that is installed does not fit, and when it fails to load.
 */
export const loadPackage =
  <Module>(name: string): TE.TaskEither<Fault, Module> =>
  async () => {
    const state = stateOfPackage(name);
    const wanted = state.range === undefined ? name : `${name} ${state.range}`;
    const expected = `the optional package ${wanted} (${installCommand([state])})`;
    if (isOtherVersion(state)) {
      const given = `version ${state.installed!}`;
      return E.left(fault({ code: 'out_of_range', path: name, expected, given }));
    }
    try {
      return E.right((await import(name)) as Module);
    } catch (error) {
      const given = state.installed === undefined ? undefined : describeError(error);
      return E.left(fault({ code: 'missing', path: name, expected, given }));
    }
  };

/** Checks that packages can be loaded; one fault names all that cannot, with one command. */
export const requirePackages =
  (user: string, names: readonly string[]): TE.TaskEither<readonly Fault[], void> =>
  async () => {
    const loaded = await Promise.all(names.map((name) => loadPackage(name)()));
    const states = names.map((name) => stateOfPackage(name));
    const unfit = states.filter((_, i) => E.isLeft(loaded[i]!));
    if (unfit.length === 0) return E.right(undefined);
    const expected = unfit.map(({ name, range }) => `${name} ${range ?? ''}`.trim()).join(' and ');
    const given = unfit.map(whatIsThere).join(' and ');
    const message = `${user} needs ${expected}, given ${given}: ${installCommand(unfit)}`;
    return E.left([{ code: 'missing', path: 'packages', expected, given, message }]);
  };

const isOtherVersion = ({ installed, fits }: PackageState): boolean =>
  installed !== undefined && !fits;

const whatIsThere = ({ name, installed, fits }: PackageState): string => {
  if (installed === undefined) return `no ${name}`;
  return fits ? `${name} ${installed}, which fails to load` : `${name} ${installed}`;
};
