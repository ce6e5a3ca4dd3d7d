/**
 * One request from its headers to the response of an engine: search, send, and try again.
 *
 * A cluster that failed is ruled out for the rest of the request. What an engine may have begun
 * to execute is never sent a second time.
 */
import * as E from 'fp-ts/lib/Either.js';
import type { Backend } from '../../fleet/port.js';
import {
  ABORTED,
  letGo,
  type RouterAnswer,
  type ReservedPlace,
  type RetryReason,
  type Send,
  type SendOrder,
  type SendOutcome,
} from './outcomes.js';
import { attemptOnce, failureAnswer, type Attempt, type AttemptDependencies } from './attempt.js';
import { placeOn, searchCluster, type SearchDependencies } from './cluster-search.js';
import { fallbacksOf } from './fallbacks.js';
import {
  countRetry,
  NO_RETRIES,
  retryReasonOf,
  triesSibling,
  type RetryCounts,
} from './retry-rules.js';
import { retryBudgetMs, type RequestContext } from './request-context.js';

export type LoopDependencies = SearchDependencies &
  AttemptDependencies &
  Readonly<{ retryLimits: RetryCounts }>;

/** How a request is sent, and whether it can be sent again. */
export type Sending<Sent> = Readonly<{
  send: Send<Sent>;
  /** Whether the body can be sent from its first byte once more. Default: it can. */
  canReplay?: (() => boolean) | undefined;
}>;

/** A response, and the backend it came from. */
export type Answered<Sent> = Readonly<{
  outcome: Extract<SendOutcome<Sent>, { kind: 'answered' }>;
  backend: Backend;
}>;

/** What a request comes to. */
export type LoopResult<Sent> = E.Either<RouterAnswer, Answered<Sent>>;

/** Sends a request until an engine has answered it or nothing is left to try. */
export const runLoop = <Sent>(
  dependencies: LoopDependencies,
  context: RequestContext,
  sending: Sending<Sent>,
): Promise<LoopResult<Sent>> => new Loop(dependencies, context, sending).run();

class Loop<Sent> {
  #counts = NO_RETRIES;
  #reason: SendOrder['reason'] = 'first';
  /** The latest response that asked for a retry, kept in case there is none. */
  #lastAnswer: Answered<Sent> | undefined;
  /** What the client is told if no engine has answered. */
  #lastFailure: RouterAnswer = ABORTED;

  constructor(
    readonly dependencies: LoopDependencies,
    readonly context: RequestContext,
    readonly sending: Sending<Sent>,
  ) {}

  async run(): Promise<LoopResult<Sent>> {
    const { dependencies, context } = this;
    for (;;) {
      const budgetMs = this.#reason === 'first' ? Infinity : this.#budgetMs();
      const search = searchCluster(dependencies, context, budgetMs);
      // Who need not wait goes on within the turn.
      const found = search instanceof Promise ? await search : search;
      if (found.kind === 'aborted') return this.#end(E.left(ABORTED));
      if (found.kind === 'refused') return this.#end(E.left(found.answer));
      if (found.kind === 'budget_over') return this.#end(this.#giveUp());
      dependencies.series.countSelection(context.target.modelId, found.backend);
      const result = await this.#visit(found);
      if (result !== undefined) return this.#end(result);
      context.route.exclude(found.selected.clusterId);
      context.hasExcluded = true;
    }
  }

  /** Lets go of a response that was kept in vain. */
  #end(result: LoopResult<Sent>): LoopResult<Sent> {
    const kept = E.isRight(result) ? result.right : undefined;
    if (this.#lastAnswer !== kept) letGo(this.#lastAnswer?.outcome);
    return result;
  }

  /** Tries a cluster, a sibling backend included; undefined when it is to be ruled out. */
  async #visit(place: ReservedPlace): Promise<LoopResult<Sent> | undefined> {
    const { dependencies, context } = this;
    const { clusterId, queueMs: expectedQueueMs } = place.selected;
    let { backend, reservation } = place;
    const tried = new Set(context.barredIds);
    for (let isSecond = false; ; isSecond = true) {
      tried.add(backend.id);
      const fallbacks = (maxCount: number) =>
        fallbacksOf(dependencies, context, { clusterId, tried, isSecond }, maxCount);
      const reason = this.#reason;
      const attempt = { backend, reservation, expectedQueueMs, fallbacks, reason };
      const outcome = await attemptOnce(dependencies, context, this.sending.send, attempt);
      const result = this.#judge(attempt, outcome);
      if (result !== 'sibling') return result === 'next_cluster' ? undefined : result;
      if (isSecond) return undefined;
      const sibling = dependencies.fleet.chooseBackend(context.target, clusterId, tried);
      if (sibling === undefined) return undefined;
      backend = sibling;
      reservation = placeOn(dependencies, context, sibling);
    }
  }

  /** What an attempt comes to: the end of the request, or where to try next. */
  #judge(
    attempt: Attempt,
    outcome: SendOutcome<Sent>,
  ): LoopResult<Sent> | 'sibling' | 'next_cluster' {
    if (this.context.signal?.aborted) {
      if (outcome.kind === 'answered') letGo(outcome);
      return E.left(ABORTED);
    }
    const backend = (outcome.kind === 'answered' && outcome.servedBy) || attempt.backend;
    const reason = retryReasonOf(outcome);
    if (reason === undefined) {
      return outcome.kind === 'answered'
        ? E.right({ outcome, backend })
        : E.left(failureAnswer(outcome));
    }
    this.#keep(outcome, backend);
    if (!this.#countRetry(reason)) return this.#giveUp();
    return triesSibling(reason) ? 'sibling' : 'next_cluster';
  }

  #keep(outcome: SendOutcome<Sent>, backend: Backend): void {
    if (outcome.kind === 'answered') {
      letGo(this.#lastAnswer?.outcome);
      this.#lastAnswer = { outcome, backend };
    } else {
      this.#lastFailure = failureAnswer(outcome);
    }
  }

  /** False when there is no retry left. */
  #countRetry(reason: RetryReason): boolean {
    const { clock } = this.dependencies;
    const counts = countRetry(this.#counts, reason, this.dependencies.retryLimits);
    const canReplay = this.sending.canReplay?.() ?? true;
    const elapsedMs = clock.nowMs() - this.context.arrivedMs;
    if (counts === undefined || !canReplay || elapsedMs >= this.#budgetMs()) return false;
    this.#counts = counts;
    this.#reason = reason;
    return true;
  }

  /** Retries have run out: the engine that answered last has the word. */
  #giveUp(): LoopResult<Sent> {
    return this.#lastAnswer === undefined ? E.left(this.#lastFailure) : E.right(this.#lastAnswer);
  }

  #budgetMs(): number {
    return retryBudgetMs(this.context);
  }
}
