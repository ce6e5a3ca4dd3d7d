import type { SessionState } from '../../../core/request.js';
import type { Target } from '../../../core/snapshot/snapshot.js';
import { targetKey } from '../../../core/snapshot/target-key.js';
import type { Log } from '../../telemetry/port.js';

/** Classified requests in a row without a hint after which the gateway seems not to send any. */
export const HINTS_MISSING_COUNT = 1000;

/** Warns once per target when session-aware requests never carry a last cluster. */
export class HintWatch {
  /** Requests in a row without a hint; Infinity once warned. */
  readonly #missing = new Map<string, number>();

  constructor(readonly log: Log) {}

  /** Counts a request by the state of its first decision; unclassified ones do not count. */
  note(target: Target, state: SessionState | null): void {
    if (state === null) return;
    const key = targetKey(target);
    const missing = this.#missing.get(key) ?? 0;
    if (missing === Infinity) return;
    const next = state === 'new' ? missing + 1 : 0;
    this.#missing.set(key, next < HINTS_MISSING_COUNT ? next : Infinity);
    if (next >= HINTS_MISSING_COUNT) this.#warn(target);
  }

  forget(target: Target): void {
    this.#missing.delete(targetKey(target));
  }

  #warn({ routingKey, modelId }: Target): void {
    this.log.warn('hints_missing', {
      model: modelId,
      routing_key: routingKey ?? null,
      requests: HINTS_MISSING_COUNT,
      message:
        'no request carries x-stargate-last-cluster-id, so every session counts as new; ' +
        'is the last-cluster memory of the gateway on?',
    });
  }
}
