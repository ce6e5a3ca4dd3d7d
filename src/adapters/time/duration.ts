const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/**
 * Reads a duration: decimal digits and one of the units `ms`, `s`, `m`, `h`, such as `20ms`.
 *
 * Result in ms; undefined when malformed. Large values lose precision as numbers do.
 */
export const parseDurationMs = (text: string): number | undefined => {
  const parts = /^(\d+)(ms|s|m|h)$/.exec(text);
  return parts === null ? undefined : Number(parts[1]) * UNIT_MS[parts[2]!]!;
};
