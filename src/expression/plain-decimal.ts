/**
 * A finite number in its shortest form that reads back exactly, without an exponent: `1`, `0.5`,
 * `0.0000001`. Negative zero is `0`.
 */
export const plainDecimal = (value: number): string => {
  const shortest = String(value);
  const parts = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(shortest);
  if (parts === null) return shortest;
  const [, sign = '', first = '', rest = '', exponentText] = parts;
  const exponent = Number(exponentText);
  // String() turns to exponents below 1e-6 and from 1e21 on, where the at most 17 digits are all
  // on one side of the point.
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${first}${rest}`;
  return sign + (first + rest).padEnd(exponent + 1, '0');
};
