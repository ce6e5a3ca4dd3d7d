/**
 * A simulated engine: slots, a queue, a prefix cache, prefill and decode.
 *
 * A request takes a slot, computes what the cache does not hold of its prompt, gives its first
 * token, decodes, and gives the slot back. Simplifications: the queue is first come, first served,
 * whatever the priority; the cache takes a prompt in when it has been computed; generated tokens
 * leave nothing in it; at least one token of every prompt is computed; memory never preempts.
 */
import type { Turn } from '../workload/workload.js';
import type { Job } from './job.js';
import { Lane } from './lane.js';
import type { EngineModel } from './engine-model.js';
import { KvCache } from './kv-cache.js';
import type { TimedReport } from '../router/reported-load.js';
import { LoadMeter } from './load-meter.js';

/** What an engine has to tell at one moment. */
export type EngineEvents = Readonly<{
  /** A prompt is computed: the first token leaves the engine. */
  onFirstToken: (job: Job, nowMs: number) => void;
  /** The last token leaves the engine. */
  onDone: (job: Job, nowMs: number) => void;
}>;

export class Engine {
  readonly meter = new LoadMeter();
  readonly #cache: KvCache;
  readonly #queue: Job[] = [];
  #queueHead = 0;
  /** Continuous batching: prompts that run and are not computed yet, after the first. */
  readonly #prompts: Job[] = [];
  readonly #prefill = new Lane<Job>();
  readonly #decode = new Lane<Job>();
  readonly #isContinuous: boolean;
  #runningCount = 0;
  /** Prompt tokens of the requests that run: what the cache may not evict. */
  #runningTokens = 0;
  #queuedTokens = 0;
  #speed = 1;
  /** Slots that requests of others hold. */
  #busySlots = 0;
  #isDown = false;
  /** When the calendar has it run, the next moment last. */
  readonly plannedMs: number[] = [];
  /** Counters of prompt tokens computed and of seconds spent on them, since the start. */
  computedTokens = 0;
  prefillSeconds = 0;

  constructor(
    readonly index: number,
    readonly model: EngineModel,
    /** Tokens of one block of every prompt. */
    readonly blockTokens: number,
    readonly events: EngineEvents,
  ) {
    const capacity = blockTokens > 0 ? Math.floor(model.kvCacheTokens / blockTokens) : 0;
    this.#cache = new KvCache(capacity, model.evictsFirst);
    this.#isContinuous = model.batching.kind === 'continuous';
  }

  get isDown(): boolean {
    return this.#isDown;
  }

  /** Requests that hold a slot, those of others included. */
  get runningCount(): number {
    return this.#runningCount + this.#busySlots;
  }

  get queuedCount(): number {
    return this.#queue.length - this.#queueHead;
  }

  /** When something happens next; Infinity when nothing does. */
  get dueMs(): number {
    return Math.min(this.#prefill.dueMs, this.#decode.dueMs);
  }

  /** What its metrics page says now, to a router that finds it takes `rttMs` to get it. */
  report(rttMs: number): TimedReport {
    return {
      rttMs,
      runningCount: this.runningCount,
      queuedCount: this.queuedCount,
      queuedTokens: this.#queuedTokens,
      computedTokens: this.computedTokens,
      prefillSeconds: this.prefillSeconds,
      usedTokens: this.#runningTokens,
    };
  }

  /** Takes a request in. */
  accept(job: Job, nowMs: number): void {
    this.#note(nowMs);
    job.reachedMs = nowMs;
    if (this.runningCount < this.model.slots) {
      this.#start(job, nowMs);
    } else {
      this.#queue.push(job);
      this.#queuedTokens += job.turn.inputTokens;
    }
  }

  /** Lets what is due happen. */
  run(nowMs: number): void {
    this.#note(nowMs);
    for (;;) {
      // What gives a slot back goes first.
      const done = this.#decode.take(nowMs);
      if (done !== undefined) {
        this.#finish(done, nowMs);
        continue;
      }
      const computed = this.#prefill.take(nowMs);
      if (computed === undefined) return;
      this.#finishPrompt(computed, nowMs);
    }
  }

  /** Changes the speed of everything: 1 is as modelled. */
  setSpeed(speed: number, nowMs: number): void {
    this.#speed = speed;
    this.#pace(nowMs);
  }

  /** Requests of others take or give back slots; a negative count gives back. */
  occupy(slots: number, nowMs: number): void {
    this.#note(nowMs);
    this.#busySlots += slots;
    this.#fill(nowMs);
  }

  /** Goes down: forgets its cache, and returns the requests that are lost. */
  fail(nowMs: number): readonly Job[] {
    this.#note(nowMs);
    this.#isDown = true;
    const queued = this.#queue.splice(0).slice(this.#queueHead);
    this.#queueHead = 0;
    this.#queuedTokens = 0;
    const lost = [
      ...this.#decode.clear(),
      ...this.#prefill.clear(),
      ...this.#prompts.splice(0),
      ...queued,
    ];
    this.#runningCount = 0;
    this.#runningTokens = 0;
    this.#cache.clear();
    return lost;
  }

  recover(nowMs: number): void {
    this.#note(nowMs);
    this.#isDown = false;
  }

  #start(job: Job, nowMs: number): void {
    this.#runningCount++;
    this.#runningTokens += job.turn.inputTokens;
    if (this.#isContinuous && this.#prefill.size > 0) this.#prompts.push(job);
    else this.#compute(job, nowMs);
  }

  #compute(job: Job, nowMs: number): void {
    const { turn } = job;
    const { blocks, inputTokens } = turn;
    const heldBlocks = blocks === undefined ? 0 : this.#cache.countHeld(blocks);
    job.cachedTokens = Math.max(0, Math.min(heldBlocks * this.blockTokens, inputTokens - 1));
    job.prefillMs = ((inputTokens - job.cachedTokens) / this.model.prefillTokensPerSecond) * 1000;
    job.startedMs = nowMs;
    this.#prefill.add(nowMs, job.prefillMs, job);
    this.#pace(nowMs);
    job.paceCount = this.#prefill.changeCount;
    job.isAtFullSpeed = this.#prefill.rate === 1;
  }

  #finishPrompt(job: Job, nowMs: number): void {
    const { turn } = job;
    if (turn.blocks !== undefined) this.#cache.use(turn.blocks);
    // At full speed all along it took as long as it was to take, free of rounding.
    const isUndisturbed = job.isAtFullSpeed && job.paceCount === this.#prefill.changeCount;
    if (!isUndisturbed) job.prefillMs = nowMs - job.startedMs;
    this.computedTokens += turn.inputTokens - job.cachedTokens;
    this.prefillSeconds += job.prefillMs / 1000;
    this.#decode.add(nowMs, this.#decodeMs(turn), job);
    const next = this.#prompts.shift();
    if (next === undefined) this.#pace(nowMs);
    else this.#compute(next, nowMs);
    this.events.onFirstToken(job, nowMs);
  }

  #finish(job: Job, nowMs: number): void {
    this.#runningCount--;
    this.#runningTokens -= job.turn.inputTokens;
    this.#pace(nowMs);
    this.events.onDone(job, nowMs);
    this.#fill(nowMs);
  }

  #fill(nowMs: number): void {
    while (this.#queueHead < this.#queue.length && this.runningCount < this.model.slots) {
      this.#start(this.#dequeue(), nowMs);
    }
  }

  #dequeue(): Job {
    const job = this.#queue[this.#queueHead++]!;
    this.#queuedTokens -= job.turn.inputTokens;
    if (this.#queueHead * 2 > this.#queue.length) {
      this.#queue.splice(0, this.#queueHead);
      this.#queueHead = 0;
    }
    return job;
  }

  #decodeMs({ outputTokens }: Turn): number {
    const { decodeMs, decodeTokensPerSecond } = this.model;
    return decodeMs ?? (outputTokens / decodeTokensPerSecond) * 1000;
  }

  #pace(nowMs: number): void {
    const { batching } = this.model;
    if (batching.kind === 'independent') {
      this.#prefill.setRate(nowMs, this.#speed);
      this.#decode.setRate(nowMs, this.#speed);
      return;
    }
    const { decodeShare, stepGrowth } = batching;
    const decoding = this.#decode.size;
    const prefillShare = decoding > 0 ? 1 - decodeShare : 1;
    const share = this.#prefill.size > 0 ? decodeShare : 1;
    const stepRate = share / (1 + stepGrowth * Math.max(0, decoding - 1));
    this.#prefill.setRate(nowMs, this.#speed * prefillShare);
    this.#decode.setRate(nowMs, this.#speed * stepRate);
  }

  #note(nowMs: number): void {
    this.meter.advance(nowMs, this.runningCount, this.queuedCount);
  }
}
