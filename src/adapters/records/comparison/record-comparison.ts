/**
 * What another policy would have done with recorded requests.
 *
 * Each recorded decision of a request is made again by the new policy, on the snapshot and at the
 * elapsed time of the record, until it selects a cluster. Where the new policy would wait longer
 * than the records of the request reach, its last snapshot is taken to stand still (`timeline`).
 * So this is not a simulation: what the new policy would have changed in the load of the clusters
 * is not followed.
 */
import { compilePolicy } from '../../../core/config/policy.js';
import type { AlgorithmConfig } from '../../../core/config/fields.js';
import type { Decision } from '../../../core/decision.js';
import type { RoutingRequest, SessionState } from '../../../core/request.js';
import { decide, timeline } from '../../../decide.js';
import type { Case } from '../../cases/index.js';

/** How a request came out: where it went, undefined where it went nowhere, and after what wait. */
export type Fate = Readonly<{ clusterId: string | undefined; waitMs: number }>;

/** One request, as it was and as it would have been. */
export type ComparedRequest = Readonly<{
  requestId: string;
  modelId: string;
  /** As recorded, or as the new policy classifies it; `none` where neither does. */
  sessionState: SessionState | 'none';
  inputTokens: number;
  recorded: Fate;
  replayed: Fate;
  /** The new wait is taken from a snapshot that stands still. */
  isForeseen: boolean;
}>;

type Ongoing = {
  readonly requestId: string;
  readonly modelId: string;
  readonly inputTokens: number;
  recordedState: SessionState | undefined;
  newState: SessionState | undefined;
  recorded: Fate;
  replayed: Fate | undefined;
  /** The latest case, while the new policy has not selected. */
  last: Case | undefined;
};

/** Gives the algorithm that the new configuration has for a model. */
export type AlgorithmOf = (modelId: string) => AlgorithmConfig;

export class RecordComparison {
  readonly #requests = new Map<string, Ongoing>();
  readonly #policies = new Map<string, ReturnType<typeof compilePolicy>>();
  /** Of targets whose recorded policy takes no turns, so that a record knows none. */
  readonly #turns = new Map<string, number>();

  constructor(readonly algorithmOf: AlgorithmOf) {}

  /** Takes in a record: the question, and the decision that was made. */
  add(recordedCase: Case, recorded: Decision): void {
    const { request, view, elapsedMs } = recordedCase;
    const key = JSON.stringify([view.target.routingKey, view.target.modelId, request.requestId]);
    const ongoing = this.#requests.get(key) ?? begin(recordedCase);
    this.#requests.set(key, ongoing);
    if (recorded.kind !== 'rejected') ongoing.recordedState ??= recorded.sessionState ?? undefined;
    ongoing.recorded = {
      clusterId: recorded.kind === 'selected' ? recorded.clusterId : undefined,
      waitMs: elapsedMs,
    };
    if (ongoing.replayed === undefined) this.#replay(ongoing, recordedCase);
  }

  /** Every request, in the order of their first records. */
  finish(): readonly ComparedRequest[] {
    return Array.from(this.#requests.values(), (ongoing) => {
      const { requestId, modelId, inputTokens, recorded, recordedState, newState } = ongoing;
      const isForeseen = ongoing.replayed === undefined;
      const replayed = ongoing.replayed ?? this.#foresee(ongoing);
      const sessionState = recordedState ?? newState ?? 'none';
      return { requestId, modelId, sessionState, inputTokens, recorded, replayed, isForeseen };
    });
  }

  #policyOf(modelId: string): ReturnType<typeof compilePolicy> {
    let policy = this.#policies.get(modelId);
    if (policy === undefined) {
      policy = compilePolicy(this.algorithmOf(modelId));
      this.#policies.set(modelId, policy);
    }
    return policy;
  }

  #replay(ongoing: Ongoing, recordedCase: Case): void {
    const { view, request, elapsedMs } = recordedCase;
    const policy = this.#policyOf(ongoing.modelId);
    const asked = withState(request, ongoing.newState);
    const target = JSON.stringify([view.target.routingKey, ongoing.modelId]);
    const isTurnRecorded = recordedCase.policy.algorithm === 'round-robin';
    const cursor = isTurnRecorded ? recordedCase.cursor : (this.#turns.get(target) ?? 0);
    const decision = decide(policy, view, asked, elapsedMs, cursor);
    if (decision.kind !== 'rejected') ongoing.newState ??= decision.sessionState ?? undefined;
    if (decision.kind === 'selected') {
      if (decision.nextCursor !== undefined) this.#turns.set(target, decision.nextCursor);
      ongoing.replayed = { clusterId: decision.clusterId, waitMs: elapsedMs };
    } else if (decision.kind === 'rejected') {
      ongoing.replayed = { clusterId: undefined, waitMs: elapsedMs };
    }
    ongoing.last = { policy, view, request: asked, elapsedMs, cursor };
  }

  /** The first cluster that the last snapshot would have given it, if any. */
  #foresee({ last, newState }: Ongoing): Fate {
    const { policy, view, request, elapsedMs, cursor } = last!;
    const entries = timeline(policy, view, withState(request, newState), cursor);
    for (const { fromMs, decision } of entries) {
      if (fromMs > elapsedMs && decision.kind === 'selected') {
        return { clusterId: decision.clusterId, waitMs: fromMs };
      }
    }
    return { clusterId: undefined, waitMs: elapsedMs };
  }
}

const begin = ({ request, view, elapsedMs }: Case): Ongoing => ({
  requestId: request.requestId,
  modelId: view.target.modelId,
  inputTokens: request.inputTokens ?? 0,
  recordedState: undefined,
  newState: undefined,
  recorded: { clusterId: undefined, waitMs: elapsedMs },
  replayed: undefined,
  last: undefined,
});

/** The classification of the recorded policy is not that of the new one. */
const withState = (
  request: RoutingRequest,
  sessionState: SessionState | undefined,
): RoutingRequest => ({ ...request, sessionState });
