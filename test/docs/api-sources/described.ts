/** One, said so. */
export const described = 1;
