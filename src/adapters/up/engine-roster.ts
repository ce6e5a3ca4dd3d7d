/** The engines that were named: asked until they answer, and now and then after that. */
import * as E from 'fp-ts/lib/Either.js';
import { isDeepStrictEqual } from 'node:util';
import type { Fault } from '../../core/codec/fault.js';
import type { Log } from '../telemetry/port.js';
import type { Clock } from '../time/clock.js';
import { createPollLoop, type PollLoop } from '../time/poll-loop.js';
import { askEngine, type EngineFacts, type ServedModel } from './engine-facts.js';

/** How an engine stands. */
export type EngineState = Readonly<{
  url: string;
  /** What it said last; undefined: it has never answered. */
  facts: EngineFacts | undefined;
  /** Why it did not answer when it was asked last. */
  failure: string | undefined;
}>;

/** The engines that were named, in that order. */
export type EngineRoster = Readonly<{
  /** Resolves when every engine was asked once. */
  start: () => Promise<void>;
  states: () => readonly EngineState[];
  /** Asks all at once. */
  reload: () => void;
  close: () => void;
}>;

/** Settings of a roster. */
export type EngineRosterOptions = Readonly<{
  urls: readonly string[];
  /** API key of the engines, where they want one. */
  key: string | undefined;
  clock: Clock;
  log: Log;
  /** An engine serves other models than before, or their pages are read in another way. */
  onChange: () => void;
}>;

/** From one question to the next, of an engine that has never answered. */
const MISSING_INTERVAL_MS = 1000;

/** And of one that has: it may be started again with another model. */
const KNOWN_INTERVAL_MS = 30_000;

/** Makes one. */
export const createEngineRoster = (options: EngineRosterOptions): EngineRoster => {
  const engines = options.urls.map((url) => new Engine(url, options));
  return {
    start: async () => {
      await Promise.all(engines.map((engine) => engine.start()));
    },
    states: () => engines,
    reload: () => {
      for (const engine of engines) engine.ask();
    },
    close: () => {
      for (const engine of engines) engine.close();
    },
  };
};

class Engine implements EngineState {
  readonly url: string;
  facts: EngineFacts | undefined;
  failure: string | undefined;
  readonly #options: EngineRosterOptions;
  readonly #loop: PollLoop;
  #askedAtMs = -Infinity;

  constructor(url: string, options: EngineRosterOptions) {
    this.url = url;
    this.#options = options;
    const { clock } = options;
    this.#loop = createPollLoop({ clock, intervalMs: MISSING_INTERVAL_MS, poll: this.#poll });
  }

  start(): Promise<void> {
    return this.#loop.start();
  }

  ask(): void {
    this.#askedAtMs = -Infinity;
    this.#loop.poke();
  }

  close(): void {
    this.#loop.close();
  }

  readonly #poll = async (signal: AbortSignal): Promise<void> => {
    const { clock, key } = this.#options;
    const nowMs = clock.nowMs();
    if (this.facts !== undefined && nowMs - this.#askedAtMs < KNOWN_INTERVAL_MS) return;
    this.#askedAtMs = nowMs;
    const answer = await askEngine(this.url, { clock, signal, key });
    if (signal.aborted) return;
    if (E.isRight(answer)) this.#take(answer.right);
    else this.#miss(answer.left);
  };

  #take(said: EngineFacts): void {
    const { log, onChange } = this.#options;
    this.failure = undefined;
    const models = said.models.map((model) => this.#withKnownPage(model));
    const { pageFault, ...others } = said;
    const isUnread = pageFault !== undefined && models.every(({ page }) => page === undefined);
    const facts = { ...others, models, ...(isUnread && { pageFault }) };
    const before = this.facts;
    this.facts = facts;
    if (!isDeepStrictEqual(facts.leftOut, before?.leftOut)) this.#warnOfLeftOut(facts);
    // Nothing else of the facts is routed by.
    if (isDeepStrictEqual(models, before?.models)) return;
    const ids = models.map(({ id }) => id);
    log.info('engine_found', { url: this.url, engine: engineName(facts), models: ids });
    onChange();
  }

  #warnOfLeftOut({ leftOut }: EngineFacts): void {
    for (const { message } of leftOut) {
      this.#options.log.warn('engine_model_left_out', { url: this.url, message });
    }
  }

  /** A page that cannot be had at this moment is not gone for good. */
  #withKnownPage(model: ServedModel): ServedModel {
    const known = this.facts?.models.find(({ id }) => id === model.id)?.page;
    return model.page === undefined && known !== undefined ? { ...model, page: known } : model;
  }

  #miss(faults: readonly Fault[]): void {
    const failure = faults[0]!.message;
    if (failure === this.failure) return;
    this.failure = failure;
    this.#options.log.warn('engine_unanswered', { url: this.url, message: failure });
  }
}

const NAMES = { vllm: 'vLLM', sglang: 'SGLang' } as const;

/** What an engine is, as far as its metrics page tells. */
export const engineName = ({ models, pageFault }: EngineFacts): string => {
  const page = models.find((model) => model.page !== undefined)?.page;
  if (page !== undefined) return NAMES[page.engine];
  const why = pageFault === undefined ? '' : ` (${pageFault.message})`;
  return `no metrics page that is understood${why}`;
};
