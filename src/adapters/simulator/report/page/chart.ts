/** What a plot shows: lines, or bars, over one x axis. */
export type Chart = Readonly<{
  title: string;
  kind: 'lines' | 'bars';
  xLabel: string;
  yLabel: string;
  /** Logarithmic y axis; values are then > 0. */
  isLog?: boolean;
  /** Least top of the y axis. */
  yTop?: number;
  x: readonly number[];
  /** Names of the x values, where they are no quantity. */
  xNames?: readonly string[];
  series: readonly Readonly<{ name: string; y: readonly (number | null)[] }>[];
}>;
