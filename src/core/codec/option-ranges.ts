/** The numbers that a function takes as options: told when it is called, not when they act. */
import { fault } from './fault.js';
import { inputError } from './input-error.js';
import { checkNumber, type NumberRange } from './number-range.js';

/** Some of the options; one given as undefined is as one that is not given. */
export type Given<Options> = Readonly<{ [Name in keyof Options]?: Options[Name] | undefined }>;

/** The options with what was not given at its default. */
export const withDefaults = <Options extends object>(
  defaults: Options,
  given: Given<Options> | undefined,
): Options => {
  const present = Object.entries(given ?? {}).filter(([, value]) => value !== undefined);
  return { ...defaults, ...(Object.fromEntries(present) as Partial<Options>) };
};

/** Ranges of options by their names. */
export type OptionRanges<Name extends string = string> = Readonly<Record<Name, NumberRange>>;

/** Whole numbers, both bounds included. */
export const wholeFrom = (min: number, max = Number.MAX_SAFE_INTEGER): NumberRange => ({
  wholeOnly: true,
  min,
  max,
});

/** ms that a timer of the process can wait for: 1 to 2^31-1. */
export const TIMER_MS: NumberRange = { wholeOnly: false, min: 1, max: 2 ** 31 - 1 };

/** The same, or none: 0. */
export const DELAY_MS: NumberRange = { ...TIMER_MS, min: 0 };

/**
 * Throws a RangeError that lists every option out of its range; absent ones have their defaults.
 *
 * `maker` is the function they were given to, `within` where they stand in its argument.
 */
export const requireInRange = <Name extends string>(
  maker: string,
  ranges: OptionRanges<Name>,
  options: Readonly<Partial<Record<NoInfer<Name>, number | undefined>>> | undefined,
  within = '',
): void => {
  const faults = (Object.keys(ranges) as Name[]).flatMap((name) => {
    const given = options?.[name];
    const problem = given === undefined ? undefined : checkNumber(given, ranges[name]);
    return problem === undefined ? [] : [fault({ ...problem, path: within + name, given })];
  });
  if (faults.length > 0) throw inputError(`options of ${maker}`, faults);
};
