/**
 * One run: one policy, one seed, from the first request to the last, in virtual time.
 *
 * Everything that happens is an event on one calendar, whose order is total (see
 * `event-kind.ts`). The parts act only when an event calls them, and put new events on it.
 */
import type { Selected } from '../../../core/decision.js';
import type { CreateView } from '../../platform/view-factory.js';
import { Engine } from '../engine/engine.js';
import { LastClusterMemory } from '../gateway/last-cluster-memory.js';
import { Recorder } from '../measure/recorder.js';
import type { Selector } from '../policy/selector.js';
import { ClusterBoard } from '../router/cluster-board.js';
import { createFlight, type Flight } from '../router/flight.js';
import { pollsOf, type Poll } from '../router/poll.js';
import { SimulatedRouter } from '../router/simulated-router.js';
import type { PolicyModel, Scenario } from '../scenario/scenario.js';
import { createChance, type Chance } from '../workload/chance.js';
import { drawFrom } from '../workload/distribution.js';
import type { Ending, Turn, Workload } from '../workload/workload.js';
import { checkConservation, type Totals } from './conservation.js';
import { EVENT_KINDS, RANK } from './event-kind.js';
import { EventQueue } from './event-queue.js';
import { changesOf, type Change } from './incidents.js';
import { affinityKeyOf, memoryKeys } from './session-keys.js';

/** Failed connects after which a request is given up, as a router does by default. */
const MOST_CONNECT_RETRIES = 8;

/** Events between two calls of `onProgress`. */
const PROGRESS_STRIDE = 65_536;

/** How a request fared, once it has its first token. */
export type Answered = Readonly<{
  turn: Turn;
  arrivedMs: number;
  clusterId: string;
  /** The decision that sent it there. */
  decision: Selected;
  /** The cluster that had served its session last; undefined for none. */
  lastClusterId: string | undefined;
  /** Time in the router, and in the queue of the engine, ms. */
  waitMs: number;
  engineWaitMs: number;
  /** From arrival to the first token at the client, ms. */
  ttftMs: number;
  /** Prompt tokens found in the cache. */
  cachedTokens: number;
}>;

export type RunInputs = Readonly<{
  scenario: Scenario;
  policy: PolicyModel;
  seed: string;
  workload: Workload;
  /** Makes the selector of one router. */
  createSelector: () => Selector;
  createView: CreateView;
  /** Told the virtual time reached, now and then. */
  onProgress?: ((nowMs: number) => void) | undefined;
  /** Told every request that has its first token. */
  onAnswered?: ((answered: Answered) => void) | undefined;
}>;

type Subject = Flight | Engine | SimulatedRouter | Poll | Turn | Change;

export class Simulation {
  readonly recorder: Recorder;
  readonly engines: readonly Engine[];
  readonly totals: Totals = {
    ...{ arrived: 0, done: 0, refused: 0, failed: 0, open: 0 },
    ...{ inputTokens: 0, cachedTokens: 0 },
  };
  readonly #calendar = new EventQueue<Subject>();
  readonly #routers: readonly SimulatedRouter[];
  /** Undefined where no policy asks it: then nothing depends on it, and keeping it costs time. */
  readonly #memory: LastClusterMemory | undefined;
  readonly #choice: Chance;
  readonly #pages: Chance;
  #nowMs = 0;
  /** Requests that have arrived and not ended, and those on the calendar. */
  #liveCount = 0;
  /** The arrival that has the next one put on the calendar. */
  #lastPlanned: Turn | undefined;

  constructor(readonly inputs: RunInputs) {
    const { scenario, seed, workload } = inputs;
    this.recorder = new Recorder(
      scenario.clusters.length,
      scenario.warmupMs,
      scenario.ttftObjectiveMs,
    );
    this.engines = scenario.clusters.map((model, index) => {
      const engine = new Engine(index, model, workload.blockTokens, {
        onFirstToken: (job, nowMs) => {
          this.#giveFirstToken(job as Flight, nowMs);
        },
        onDone: (job, nowMs) => {
          this.#calendar.add(nowMs + model.rttMs / 2, RANK.end, job as Flight);
        },
      });
      engine.meter.watch(this.recorder.load[index]!);
      return engine;
    });
    this.#routers = Array.from({ length: scenario.routerCount }, (_, index) =>
      this.#createRouter(index),
    );
    if (this.#routers.some(({ selector }) => selector.policy?.lastClusterAffinity)) {
      const { memory, gatewayCount } = scenario;
      this.#memory = new LastClusterMemory(memory, gatewayCount, () => this.#nowMs);
    }
    this.#choice = createChance(`${seed} choice`);
    this.#pages = createChance(`${seed} pages`);
  }

  /** Virtual time reached, ms. */
  get nowMs(): number {
    return this.#nowMs;
  }

  /** Runs until every request has ended, or to the end of the scenario. Once. */
  run(): this {
    const { scenario, onProgress } = this.inputs;
    this.#schedule();
    const calendar = this.#calendar;
    for (let count = 1; this.#liveCount > 0; count++) {
      const subject = calendar.next()!;
      if (calendar.atMs > scenario.endMs) break;
      this.#nowMs = calendar.atMs;
      this.#happen(subject, calendar.rank, calendar.atMs);
      if (count % PROGRESS_STRIDE === 0) onProgress?.(this.#nowMs);
    }
    const { totals } = this;
    totals.open = totals.arrived - totals.done - totals.refused - totals.failed;
    const computed = this.engines.reduce((sum, { computedTokens }) => sum + computedTokens, 0);
    checkConservation(totals, computed);
    return this;
  }

  #createRouter(index: number): SimulatedRouter {
    const { scenario, createSelector, createView } = this.inputs;
    const { clusters, statistics, modelId } = scenario;
    const board = new ClusterBoard(clusters, statistics, createView, modelId);
    return new SimulatedRouter(index, board, createSelector(), scenario.maxWaitMs, {
      onWake: (flight, atMs) => {
        this.#calendar.add(atMs, RANK.wake, flight);
      },
      onPass: (router) => {
        this.#calendar.add(this.#nowMs, RANK.pass, router);
      },
      onSelected: (flight, nowMs) => {
        this.#send(flight, nowMs);
      },
      onRefused: (flight, nowMs) => {
        this.#end(flight, 'refused', nowMs);
      },
    });
  }

  #schedule(): void {
    const { seed, scenario } = this.inputs;
    const { incidents, statistics } = scenario;
    for (const change of changesOf(incidents)) {
      this.#calendar.add(change.atMs, RANK.incident, change);
    }
    if (statistics.kind !== 'none') {
      const chance = createChance(`${seed} moments`);
      for (const poll of pollsOf(this.#routers, this.engines, statistics, chance)) {
        this.#calendar.add(poll.firstMs, RANK.reports_asked, poll);
      }
    }
    this.#planNext();
  }

  #happen(subject: Subject, rank: number, nowMs: number): void {
    switch (EVENT_KINDS[rank]!) {
      case 'arrival':
        this.#arrive(subject as Turn, nowMs);
        return;
      case 'engine':
        this.#runEngine(subject as Engine, nowMs);
        return;
      case 'reach_engine':
        this.#reachEngine(subject as Flight, nowMs);
        return;
      case 'answer':
        this.#answer(subject as Flight);
        return;
      case 'end':
        this.#finish(subject as Flight, nowMs);
        return;
      case 'wake':
        this.#routers[(subject as Flight).router]!.wake(subject as Flight, nowMs);
        return;
      case 'pass':
        (subject as SimulatedRouter).pass(nowMs);
        return;
      case 'reports_asked':
        this.#ask(subject as Poll, nowMs);
        return;
      case 'reports_there':
        this.#report(subject as Poll);
        return;
      case 'incident':
        this.#change(subject as Change, nowMs);
    }
  }

  /** Puts the next arrival that waits for no answer on the calendar. */
  #planNext(): void {
    const turn = this.inputs.workload.next();
    this.#lastPlanned = turn;
    if (turn !== undefined) this.#plan(turn);
  }

  #plan(turn: Turn): void {
    this.#liveCount++;
    this.#calendar.add(turn.atMs, RANK.arrival, turn);
  }

  #arrive(turn: Turn, nowMs: number): void {
    if (turn === this.#lastPlanned) this.#planNext();
    const { policy, scenario, seed } = this.inputs;
    const number = this.totals.arrived++;
    const gateway = this.#draw(scenario.gatewayCount);
    const router = this.#draw(scenario.routerCount);
    const cacheAffinityKey = affinityKeyOf(policy.sessions, turn);
    const request = {
      requestId: `${seed}-${String(number)}`,
      inputTokens: turn.inputTokens,
      cacheAffinityKey,
      priority: turn.priority,
      requestSloMs: scenario.requestSloMs,
      lastClusterId: this.#lastClusterId(gateway, turn),
      // There from the start, because a copy with another member has another shape, and is slow.
      sessionState: undefined,
      excludedClusterIds: undefined,
    };
    const flight = createFlight(turn, { number, gateway, router, arrivedMs: nowMs }, request);
    this.recorder.arrived(flight);
    this.#routers[router]!.look(flight, nowMs);
  }

  #lastClusterId(gateway: number, turn: Turn): string | undefined {
    if (this.#memory === undefined) return undefined;
    const { before } = memoryKeys(this.inputs.policy.sessions, turn);
    return before && this.#memory.get(gateway, before);
  }

  /** A number below `count`; draws only if there is a choice. */
  #draw(count: number): number {
    return count === 1 ? 0 : Math.floor(this.#choice() * count);
  }

  #send(flight: Flight, nowMs: number): void {
    const { board } = this.#routers[flight.router]!;
    const { cluster, turn } = flight;
    flight.reserved = board.send(cluster, turn.inputTokens, turn.priority, nowMs);
    const { rttMs } = this.engines[cluster]!.model;
    this.#calendar.add(nowMs + rttMs / 2, RANK.reach_engine, flight);
  }

  #reachEngine(flight: Flight, nowMs: number): void {
    const engine = this.engines[flight.cluster]!;
    const { board } = this.#routers[flight.router]!;
    if (engine.isDown) {
      this.#retryElsewhere(flight, nowMs);
      return;
    }
    board.reached(flight.cluster);
    engine.accept(flight, nowMs);
    this.#planEngine(engine);
  }

  /** A connect that failed has cost no engine anything: the cluster is ruled out. */
  #retryElsewhere(flight: Flight, nowMs: number): void {
    const router = this.#routers[flight.router]!;
    router.board.refused(flight.cluster, flight.reserved!);
    flight.failedConnectCount++;
    const { request } = flight;
    const { clusterId } = this.engines[flight.cluster]!.model;
    const excludedClusterIds = [...(request.excludedClusterIds ?? []), clusterId];
    flight.request = { ...request, excludedClusterIds };
    if (flight.failedConnectCount > MOST_CONNECT_RETRIES) this.#end(flight, 'failed', nowMs);
    else router.look(flight, nowMs);
    router.changed();
  }

  #runEngine(engine: Engine, nowMs: number): void {
    engine.plannedMs.pop();
    // Plans may have changed since.
    if (engine.dueMs === nowMs) engine.run(nowMs);
    this.#planEngine(engine);
  }

  /** Has an engine run when something is due there; it plans anew whenever it runs. */
  #planEngine(engine: Engine): void {
    const { dueMs, plannedMs } = engine;
    if (dueMs >= (plannedMs.at(-1) ?? Infinity)) return;
    plannedMs.push(dueMs);
    this.#calendar.add(dueMs, RANK.engine, engine);
  }

  #giveFirstToken(flight: Flight, nowMs: number): void {
    const { model } = this.engines[flight.cluster]!;
    const engineWaitMs = flight.startedMs - flight.reachedMs;
    const ttftMs = flight.waitMs + model.rttMs + engineWaitMs + flight.prefillMs;
    this.totals.inputTokens += flight.turn.inputTokens;
    this.totals.cachedTokens += flight.cachedTokens;
    this.recorder.firstToken(flight, ttftMs, nowMs);
    this.inputs.onAnswered?.(this.#answeredOf(flight, engineWaitMs, ttftMs));
    this.#calendar.add(nowMs + model.rttMs / 2, RANK.answer, flight);
  }

  #answeredOf(flight: Flight, engineWaitMs: number, ttftMs: number): Answered {
    const { turn, arrivedMs, cluster, lastCluster, waitMs, cachedTokens } = flight;
    return {
      ...{ turn, arrivedMs, waitMs, engineWaitMs, ttftMs, cachedTokens },
      clusterId: this.engines[cluster]!.model.clusterId,
      decision: flight.selected!,
      lastClusterId: this.engines[lastCluster]?.model.clusterId,
    };
  }

  /** The head of a 2xx response reaches the gateway: it remembers. */
  #answer(flight: Flight): void {
    if (flight.isLost) return;
    const { turn, cluster, gateway } = flight;
    turn.session.lastCluster = cluster;
    if (this.#memory === undefined) return;
    const { own } = memoryKeys(this.inputs.policy.sessions, turn);
    if (own !== undefined) {
      this.#memory.set(gateway, own, this.engines[cluster]!.model.clusterId);
    }
  }

  #finish(flight: Flight, nowMs: number): void {
    const router = this.#routers[flight.router]!;
    if (router.board.end(flight.cluster, flight.reserved!)) router.changed();
    this.#end(flight, 'done', nowMs);
  }

  #end(flight: Flight, ending: Ending, nowMs: number): void {
    this.totals[ending]++;
    this.recorder.ended(flight, ending, nowMs);
    const next = this.inputs.workload.after(flight.turn, nowMs, ending);
    if (next !== undefined) this.#plan(next);
    this.#liveCount--;
  }

  #ask(poll: Poll, nowMs: number): void {
    const { everyMs, delayMs } = this.inputs.scenario.statistics;
    poll.reports = poll.engines.map((engine) =>
      engine.isDown ? undefined : engine.report(this.#pageRttMs(engine)),
    );
    poll.askedAtMs = nowMs;
    this.#calendar.add(nowMs + delayMs, RANK.reports_there, poll);
    // The next question waits for the answer to this one.
    this.#calendar.add(nowMs + Math.max(everyMs, delayMs), RANK.reports_asked, poll);
  }

  /** What a router finds that it takes to get the page of an engine. */
  #pageRttMs({ model: { rttMs } }: Engine): number {
    const { pageMs } = this.inputs.scenario.statistics;
    return pageMs === undefined ? rttMs : rttMs + drawFrom(pageMs, this.#pages);
  }

  #report({ router, engines, reports, askedAtMs }: Poll): void {
    for (let at = 0; at < engines.length; at++) {
      const report = reports[at];
      if (report !== undefined) router.board.take(engines[at]!.index, report, askedAtMs);
    }
    router.board.publish();
    router.changed();
  }

  #change({ apply, clusterId }: Change, nowMs: number): void {
    const engine = this.engines.find(({ model }) => model.clusterId === clusterId)!;
    for (const job of apply(engine, nowMs)) {
      const flight = job as Flight;
      flight.isLost = true;
      const router = this.#routers[flight.router]!;
      if (router.board.end(flight.cluster, flight.reserved!)) router.changed();
      this.#end(flight, 'failed', nowMs);
    }
    this.#planEngine(engine);
  }
}
