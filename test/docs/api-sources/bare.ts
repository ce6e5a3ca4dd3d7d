export const bare = 1;

/** Adds nothing. */
export const told = (value: number): number => value;
