/** The ways in turns: a machine that grows slower or faster meanwhile does so for all of them. */
import { loadFor, type Seen, type Way } from './load.js';

/** What was seen of a way in one round: with many connections, and with one. */
export type Round = Readonly<{ many: Seen; one: Seen }>;

/** A way, and what was seen of it, round by round. */
export type Row = Readonly<{ name: string; rounds: readonly Round[] }>;

export type Durations = Readonly<{
  /** How long each way is warmed up before the first round, ms. */
  warmMs: number;
  /** How long it is loaded in a round, with many connections and with one, ms. */
  manyMs: number;
  oneMs: number;
}>;

/** Loads all ways, round after round; every other round begins with the last of them. */
export const loadInRounds = async (
  ways: readonly Way[],
  connections: number,
  roundCount: number,
  { warmMs, manyMs, oneMs }: Durations,
): Promise<readonly Row[]> => {
  const rows = ways.map(({ name }) => ({ name, rounds: [] as Round[] }));
  for (const way of ways) await loadFor(way, connections, warmMs);
  for (let round = 0; round < roundCount; round += 1) {
    const order = [...ways.keys()];
    for (const at of round % 2 === 0 ? order : order.reverse()) {
      const many = await loadFor(ways[at]!, connections, manyMs);
      const one = await loadFor(ways[at]!, 1, oneMs);
      rows[at]!.rounds.push({ many, one });
    }
  }
  return rows;
};

/** The median over the rounds of a row. */
export const medianOf = ({ rounds }: Row, pick: (round: Round, at: number) => number): number => {
  const values = rounds.map(pick).sort((a, b) => a - b);
  const middle = values.length >> 1;
  return values.length % 2 === 1 ? values[middle]! : (values[middle - 1]! + values[middle]!) / 2;
};

/** The sum over the rounds of a row, of all its requests. */
export const sumOf = ({ rounds }: Row, pick: (seen: Seen) => number): number =>
  rounds.reduce((sum, { many, one }) => sum + pick(many) + pick(one), 0);
