/** Two, said so. */
export const other = 2;
