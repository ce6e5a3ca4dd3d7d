import type { Source, SourceListener } from '../../time/source.js';

/** Sources that several listen to. */
export type SharedSources<A> = Readonly<{
  /** A source of its own to whoever asks; those of one key are one source behind. */
  share: (key: string, open: () => Source<A>) => Source<A>;
}>;

/**
 * Makes them: what is asked of one place in one way is asked once, however many want to know. An
 * engine that serves a thousand models has one page.
 */
export const createSharedSources = <A>(): SharedSources<A> => {
  const byKey = new Map<string, Shared<A>>();
  return {
    share: (key, open) => {
      const known = byKey.get(key);
      const shared = known ?? new Shared(open(), () => byKey.delete(key));
      byKey.set(key, shared);
      return shared.join();
    },
  };
};

class Shared<A> {
  readonly #parts = new Set<Source<A>>();
  readonly #listeners = new Map<Source<A>, SourceListener<A>>();
  #started: Promise<void> | undefined;
  /** For those that join later: it may be long until the next. Gone once something is refused. */
  #latest: readonly [value: A, askedAtMs: number | undefined] | undefined;

  constructor(
    readonly source: Source<A>,
    readonly onUnused: () => void,
  ) {}

  join(): Source<A> {
    const part: Source<A> = {
      name: this.source.name,
      start: async (listener) => {
        const latest = this.#latest;
        this.#listeners.set(part, listener);
        await (this.#started ??= this.source.start(this.#everybody));
        const isThere = this.#listeners.get(part) === listener;
        if (isThere && latest !== undefined && latest === this.#latest) listener.onValue(...latest);
      },
      close: async () => {
        this.#listeners.delete(part);
        if (!this.#parts.delete(part) || this.#parts.size > 0) return;
        this.onUnused();
        await this.source.close();
      },
    };
    this.#parts.add(part);
    return part;
  }

  /** One that closes while others are told is not told any more. */
  readonly #everybody: SourceListener<A> = {
    onValue: (value, askedAtMs) => {
      this.#latest = [value, askedAtMs];
      for (const listener of this.#listeners.values()) listener.onValue(value, askedAtMs);
    },
    onRefused: (faults) => {
      this.#latest = undefined;
      for (const listener of this.#listeners.values()) listener.onRefused(faults);
    },
  };
}
