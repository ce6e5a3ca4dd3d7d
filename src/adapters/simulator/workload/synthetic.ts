import { createChance, numberedChances, type Chance } from './chance.js';
import { drawCount, drawFrom } from './distribution.js';
import type { SyntheticModel } from './workload-model.js';
import type { Ending, Session, Turn, Workload } from './workload.js';

/**
 * Sessions of several turns: each prompt is the one before, the answer to it and a new message.
 *
 * What a session says depends on the seed and its number alone, never on how fast it is served,
 * so every policy meets the same sessions.
 */
export const createSyntheticWorkload = (
  model: SyntheticModel,
  seed: string,
  isRankOne: IsRankOne = () => true,
): Workload => new SyntheticWorkload(model, seed, isRankOne);

/** Whether a session of that id has the cluster of `rankOne` first in its affinity order. */
export type IsRankOne = (sessionId: string) => boolean;

/** Ids tried for a home; of 100 clusters and two algorithms one in 10,000 fits. */
const MOST_ATTEMPTS = 100_000;

type LiveSession = Session & {
  readonly chance: Chance;
  readonly turnCount: number;
  /** Of the user it belongs to; -1 for none. */
  readonly user: number;
  readonly blocks: number[] | undefined;
  tokens: number;
};

class SyntheticWorkload implements Workload {
  readonly blockTokens: number;
  readonly #arrivals: Chance;
  readonly #chanceOf: (number: number) => Chance;
  readonly #common: readonly number[];
  readonly #hotBlocks: readonly (readonly number[])[];
  #nextBlock = 0;
  #nextMs = 0;
  /** Users whose first session has begun, and sessions. */
  #startedCount = 0;
  #begunCount = 0;
  readonly #starts: readonly UserStart[];

  constructor(
    readonly model: SyntheticModel,
    readonly seed: string,
    readonly isRankOne: IsRankOne,
  ) {
    const { arrivals, blockTokens, systemTokens, hotKeys } = model;
    this.blockTokens = blockTokens;
    this.#arrivals = createChance(`${seed} arrivals`);
    this.#chanceOf = numberedChances(`${seed} sessions`);
    this.#common = this.#newBlocks(systemTokens);
    this.#hotBlocks = Array.from({ length: hotKeys?.count ?? 0 }, () =>
      this.#newBlocks((hotKeys?.tokens ?? 0) + (systemTokens % (blockTokens || 1))),
    );
    this.#starts = arrivals.kind === 'users' ? userStarts(arrivals, this.#arrivals) : [];
  }

  next(): Turn | undefined {
    const start = this.#nextStart();
    if (start === undefined || start.atMs >= this.model.durationMs) return undefined;
    return this.#begin(start.user, start.atMs);
  }

  after(turn: Turn, endedMs: number, ending: Ending): Turn | undefined {
    const session = turn.session as LiveSession;
    const { model } = this;
    if (ending !== 'done' && model.retryMs === undefined) return undefined;
    const thinkMs = ending === 'done' ? drawFrom(model.thinkMs, session.chance) : model.retryMs!;
    const atMs = endedMs + thinkMs;
    if (atMs >= model.durationMs) return undefined;
    if (turn.number < session.turnCount) {
      if (ending !== 'done') return { ...turn, number: turn.number + 1, atMs };
      return this.#continue(session, turn, atMs);
    }
    return session.user < 0 ? undefined : this.#begin(session.user, atMs);
  }

  #nextStart(): UserStart | undefined {
    const { arrivals } = this.model;
    if (arrivals.kind === 'users') return this.#starts[this.#startedCount++];
    this.#nextMs += (-Math.log(1 - this.#arrivals()) / arrivals.sessionsPerSecond) * 1000;
    return { user: -1, atMs: this.#nextMs };
  }

  #begin(user: number, atMs: number): Turn {
    const { model } = this;
    const number = this.#begunCount++;
    const id = (model.idPrefix ?? `${this.seed}-`) + String(number);
    const chance = this.#chanceOf(number);
    const hotKey = this.#drawHotKey(chance);
    const turnCount = drawCount(model.turns, chance, 1);
    const firstTokens = drawCount(model.firstTokens, chance, 1);
    const name = hotKey < 0 ? this.#nameOf(id, chance) : `hot-${String(hotKey)}`;
    const tokens = model.systemTokens + (hotKey < 0 ? 0 : model.hotKeys!.tokens) + firstTokens;
    const start = hotKey < 0 ? this.#common : this.#hotStart(hotKey);
    const session: LiveSession = {
      id: name,
      // Ids that are given have the same homes in every run; how a conversation opens has not.
      opening: model.idPrefix === undefined ? name : `${this.seed}-${name}`,
      history: id,
      lastCluster: -1,
      chance,
      turnCount,
      user,
      blocks: model.blockTokens > 0 ? [...start] : undefined,
      tokens: 0,
    };
    return this.#turn(session, 1, atMs, tokens);
  }

  #drawHotKey(chance: Chance): number {
    const { hotKeys } = this.model;
    if (hotKeys === undefined || chance() >= hotKeys.share) return -1;
    return Math.floor(chance() * hotKeys.count);
  }

  /** An id that has its home where `rankOne` wants it, if this is one of those sessions. */
  #nameOf(id: string, chance: Chance): string {
    const { rankOne } = this.model;
    if (rankOne === undefined || chance() >= rankOne.share) return id;
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
      const name = `${id}.${String(attempt)}`;
      if (this.isRankOne(name)) return name;
    }
    return id;
  }

  #hotStart(hotKey: number): readonly number[] {
    return [...this.#common, ...this.#hotBlocks[hotKey]!];
  }

  #continue(session: LiveSession, turn: Turn, atMs: number): Turn {
    const followUp = drawCount(this.model.followUpTokens, session.chance, 1);
    const tokens = turn.inputTokens + turn.outputTokens + followUp;
    return this.#turn(session, turn.number + 1, atMs, tokens);
  }

  #turn(session: LiveSession, number: number, atMs: number, inputTokens: number): Turn {
    const { blocks } = session;
    // Only whole blocks can be found again.
    if (blocks !== undefined) {
      const count = Math.floor(inputTokens / this.blockTokens);
      while (blocks.length < count) blocks.push(this.#nextBlock++);
    }
    session.tokens = inputTokens;
    const outputTokens = drawCount(this.model.answerTokens, session.chance, 1);
    return { session, number, atMs, inputTokens, outputTokens, blocks: blocks?.slice() };
  }

  #newBlocks(tokens: number): readonly number[] {
    const { blockTokens } = this.model;
    const count = blockTokens > 0 ? Math.floor(tokens / blockTokens) : 0;
    return Array.from({ length: count }, () => this.#nextBlock++);
  }
}

type UserStart = Readonly<{ user: number; atMs: number }>;

const userStarts = (
  { count, startWithinMs }: Readonly<{ count: number; startWithinMs: number }>,
  chance: Chance,
): readonly UserStart[] =>
  Array.from({ length: count }, (_, user) => ({ user, atMs: chance() * startWithinMs })).sort(
    (a, b) => a.atMs - b.atMs || a.user - b.user,
  );
