import * as E from 'fp-ts/lib/Either.js';
import { fault, type Fault } from '../../../../core/codec/fault.js';

/** How the rows of a JSON-lines trace tell which prompts begin alike. */
export const PREFIX_FORMS = ['listed', 'numbered', 'by-turn'] as const;

/**
 * `listed`: by the ids of their blocks. `numbered`: blocks are numbered by first appearance, and a
 * row names the last one that was there before. `by-turn`: a row names the earlier turn of its
 * session that it has the beginning in common with, and how much.
 */
export type PrefixForm = (typeof PREFIX_FORMS)[number];

/** What a row says of its prompt's beginning. */
export type PrefixNote = Readonly<{
  session: string;
  inputTokens: number;
  blocks?: readonly number[] | undefined;
  after?: number | undefined;
  sharedTurn?: number | undefined;
  sharedTokens?: number | undefined;
}>;

/** Gives the blocks of each row in turn. */
export type ReadPrefix = (
  note: PrefixNote,
) => E.Either<readonly Fault[], readonly number[] | undefined>;

/** The blocks as the row lists them. */
export const listedPrefixes: ReadPrefix = ({ blocks }) => E.right(blocks);

/** Blocks by the last known one; the rest of a prompt is new, its last block filled in part. */
export const numberedPrefixes = (blockTokens: number): ReadPrefix => {
  const before: number[] = [];
  return ({ after, inputTokens }) => {
    if (after !== undefined && after >= before.length) {
      const expected = `a block of a row before, below ${String(before.length)}`;
      return E.left([fault({ code: 'out_of_range', path: 'after', expected, given: after })]);
    }
    const blocks = chainTo(after, before);
    const count = Math.ceil(inputTokens / blockTokens);
    if (blocks.length > count) {
      const expected = `a block within the first ${String(count)}`;
      return E.left([fault({ code: 'out_of_range', path: 'after', expected, given: after })]);
    }
    while (blocks.length < count) {
      before.push(blocks.at(-1) ?? -1);
      blocks.push(before.length - 1);
    }
    return E.right(blocks);
  };
};

/** A block and all that stand before it; -1 stands before the first. */
const chainTo = (block: number | undefined, before: readonly number[]): number[] => {
  const chain: number[] = [];
  for (let at = block ?? -1; at >= 0; at = before[at]!) chain.push(at);
  return chain.reverse();
};

/** Blocks by an earlier turn; what is shared is rounded down, and only filled blocks count. */
export const prefixesByTurn = (blockTokens: number): ReadPrefix => {
  const turnsOf = new Map<string, (readonly number[])[]>();
  let nextBlock = 0;
  return ({ session, inputTokens, sharedTurn = 0, sharedTokens = 0 }) => {
    const turns = turnsOf.get(session) ?? [];
    turnsOf.set(session, turns);
    if (sharedTurn > turns.length) {
      const expected = `an earlier turn of the session, of ${String(turns.length)}`;
      const path = 'shared_turn';
      return E.left([fault({ code: 'out_of_range', path, expected, given: sharedTurn })]);
    }
    const count = Math.floor(inputTokens / blockTokens);
    const shared = Math.min(count, Math.floor(sharedTokens / blockTokens));
    const blocks = (turns[sharedTurn - 1] ?? []).slice(0, shared);
    while (blocks.length < count) blocks.push(nextBlock++);
    turns.push(blocks);
    return E.right(blocks);
  };
};
