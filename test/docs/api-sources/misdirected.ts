/** Like {@link nowhere}. */
export const misdirected = 1;
