import { pause } from '../../time/pause.js';
import type { Clock } from '../../time/clock.js';
import type { KvCache } from './kv-cache.js';
import type { Meter } from './meter.js';
import type { Pace } from './pace.js';
import type { Scheduler } from './scheduler.js';

/** The parts of an engine that do the work of a request. */
export type EngineParts = Readonly<{
  clock: Clock;
  scheduler: Scheduler;
  kvCache: KvCache;
  pace: Pace;
  meter: Meter;
}>;

/** The work of one request. */
export type GenerationJob = Readonly<{
  /** Absent: the request neither uses nor fills the KV cache. */
  affinityKey: string | undefined;
  promptTokens: number;
  /** 0 for work that ends with the prefill, such as embeddings. */
  outputTokens: number;
  finishReason: 'stop' | 'length';
}>;

/** An answer on its way to the client; it may hold the request up. */
export type Answer = Readonly<{
  /** The prefill is done. */
  start: () => Promise<void>;
  token: (text: string) => Promise<void>;
  /** The slot is free again. */
  finish: () => Promise<void>;
}>;

/** How the work ended: all done, no place in the queue, or the client went away. */
export type GenerationOutcome = 'done' | 'refused' | 'gone';

/**
 * Takes a request through queue, prefill and decode to its answer.
 *
 * The prefill pays only for tokens that are not cached and ends with the first output token; the
 * others follow at the decode rate. When `signal` aborts, the slot or the queue place is free at
 * once. `createAnswer` is called when the prefill is done.
 */
export const runGeneration = async (
  engine: EngineParts,
  job: GenerationJob,
  createAnswer: (cachedTokens: number) => Answer,
  signal: AbortSignal,
): Promise<GenerationOutcome> => {
  const arrivedMs = engine.clock.nowMs();
  const admission = await engine.scheduler.enter(signal);
  if (admission.kind !== 'admitted') return admission.kind;
  engine.meter.addHeldTokens(job.promptTokens);
  const run: Run = { engine, job, signal, arrivedMs, heldTokens: job.promptTokens };
  let answer: Answer | undefined;
  try {
    answer = await runInSlot(run, createAnswer);
  } finally {
    engine.meter.addHeldTokens(-run.heldTokens);
    admission.release();
  }
  if (signal.aborted || answer === undefined) return 'gone';
  // Whoever has read the whole answer must find the slot free, so the end comes after it.
  await answer.finish();
  return 'done';
};

type Run = Readonly<{
  engine: EngineParts;
  job: GenerationJob;
  signal: AbortSignal;
  arrivedMs: number;
}> & {
  /** Prompt and output tokens so far. */
  heldTokens: number;
};

const runInSlot = async (
  run: Run,
  createAnswer: (cachedTokens: number) => Answer,
): Promise<Answer | undefined> => {
  const { engine, job, signal, arrivedMs } = run;
  const startedMs = engine.clock.nowMs();
  const cachedTokens = engine.kvCache.findCachedTokens(job.affinityKey, job.promptTokens);
  const computedTokens = job.promptTokens - cachedTokens;
  await pause(engine.clock, engine.pace.prefillMs(computedTokens), signal);

  const prefilledMs = signal.aborted ? undefined : engine.clock.nowMs();
  const answer = signal.aborted ? undefined : createAnswer(cachedTokens);
  if (answer !== undefined) {
    engine.meter.countPrefill(job.promptTokens, cachedTokens);
    engine.kvCache.remember(job.affinityKey, job.promptTokens);
    await answer.start();
    await decode(run, answer);
    engine.kvCache.remember(job.affinityKey, run.heldTokens);
  }
  const endedMs = engine.clock.nowMs();
  const times = { arrivedMs, startedMs, prefilledMs, endedMs, computedTokens };
  engine.meter.countEnd(signal.aborted ? 'abort' : job.finishReason, times);
  return answer;
};

/** Tokens are due at fixed moments: a late timer is made up for, and the rate holds. */
const decode = async (run: Run, answer: Answer): Promise<void> => {
  const { engine, job, signal } = run;
  let dueMs = engine.clock.nowMs();
  for (let index = 0; index < job.outputTokens; index++) {
    if (index > 0) {
      dueMs += engine.pace.tokenGapMs();
      await pause(engine.clock, dueMs - engine.clock.nowMs(), signal);
    }
    if (signal.aborted) return;
    engine.meter.countOutputToken();
    engine.meter.addHeldTokens(1);
    run.heldTokens += 1;
    await answer.token(outputToken(index));
  }
};

const WORDS =
  'This answer is made up by a mock engine and it is the same every time for each request'.split(
    ' ',
  );

/** The text of output token `index`; the same in every engine and every run. */
const outputToken = (index: number): string => {
  const word = WORDS[index % WORDS.length]!;
  return index === 0 ? word : ` ${word}`;
};

/** The first `tokens` output tokens together. */
export const outputText = (tokens: number): string =>
  Array.from({ length: tokens }, (_, index) => outputToken(index)).join('');
