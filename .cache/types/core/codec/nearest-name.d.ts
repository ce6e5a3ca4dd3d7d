/** The name someone who wrote `text` most likely meant; undefined when none is close. */
export declare const nearestName: (text: string, names: readonly string[]) => string | undefined;
/** ` (did you mean "n"?)`, or nothing when no name is close. */
export declare const didYouMean: (text: unknown, names: readonly string[]) => string;
