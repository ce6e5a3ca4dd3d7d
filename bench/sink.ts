/** Results flow into this, so that no compiler can drop the work that made them. */
export const sink = { value: 0 };
