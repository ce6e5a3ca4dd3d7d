/**
 * Who was sent where, and is not yet in the statistics.
 *
 * Statistics arrive now and then; requests arrive all the time. Between two reports the ledger
 * adds what was sent since to every view, so that many requests do not take the same free slot.
 * A reservation ends with the next report of its backend or its removal, when the engine refused
 * the request before executing it, 60 s after it was made where a source reports, and with the
 * request where none does.
 */
import type { Snapshot, Target } from '../../../core/snapshot.js';
import type { Fleet } from '../../fleet/port.js';
import { targetKey } from '../../../core/target-key.js';
import type { RoutingRuntime } from '../../runtime/index.js';
import type { Clock } from '../../time/clock.js';
import type { SpareCapacity } from '../waiting/spare-capacity.js';
import { TargetAccount, type Entry } from './target-account.js';

/** Longest life of a reservation where a source reports. */
export const RESERVATION_MAX_AGE_MS = 60_000;

/** One attempt: where it goes, and what it adds there. */
export type Placement = Readonly<{
  target: Target;
  clusterId: string;
  backendId: string;
  /** Prompt tokens. */
  inputTokens: number;
  /** u32, lower is more urgent. */
  priority: number;
}>;

/** A reservation as its request sees it. Calls after it has ended do nothing. */
export type Ticket = Readonly<{
  /** The engine did not take the request. */
  refused: () => void;
  /** The request is over; ends the reservation where no report ever would. */
  requestEnded: () => void;
}>;

export type LedgerPorts = Readonly<{
  runtime: Pick<RoutingRuntime, 'publish' | 'replaceView' | 'withdraw' | 'view'>;
  clock: Clock;
  isReporting: Fleet['isReporting'];
  /** A reservation ended, so that its target may have room now. */
  onEnded: (target: Target) => void;
}>;

/** The reservations of one process. All methods are synchronous. */
export class ReservationLedger {
  readonly #accounts = new Map<string, TargetAccount>();
  /** Oldest first. All may live equally long, so this is the order in which they expire. */
  readonly #expiring = new Map<Entry, Expiry>();
  #cancelTimer: (() => void) | undefined;

  constructor(readonly ports: LedgerPorts) {}

  /** Reservations in force. */
  get count(): number {
    let count = 0;
    for (const account of this.#accounts.values()) count += account.entries.size;
    return count;
  }

  /** Takes in a snapshot, and puts the reservations that it does not contain on top of it. */
  publish(snapshot: Snapshot): void {
    const base = this.ports.runtime.publish(snapshot);
    const account = this.#accounts.get(targetKey(snapshot.target));
    if (account === undefined) this.#open(base, snapshot);
    else this.#drop(account.rebase(snapshot, base));
  }

  /** Stops serving a target; its reservations are over. */
  withdraw(target: Target): void {
    this.ports.runtime.withdraw(target);
    const account = this.#accounts.get(targetKey(target));
    if (account === undefined) return;
    this.#accounts.delete(targetKey(target));
    this.#drop(account.entries);
  }

  /** A backend reported or was removed: the next snapshot knows what was sent to it so far. */
  noteReport(target: Target, backendId: string): void {
    this.#accounts.get(targetKey(target))?.markReported(backendId);
  }

  /** Adds an attempt to the view of its target. */
  reserve({ target, clusterId, backendId, inputTokens, priority }: Placement): Ticket {
    const account = this.#current(target);
    if (account === undefined) return NO_TICKET;
    const entry = { backendId, reservation: { clusterId, inputTokens, priority } };
    account.add(entry);
    const { clock, isReporting } = this.ports;
    const dueMs = clock.nowMs() + RESERVATION_MAX_AGE_MS;
    const expiry: Expiry = { account, dueMs, isRequestOver: false };
    this.#expiring.set(entry, expiry);
    this.#arm();
    return {
      refused: () => {
        this.#end(account, entry);
      },
      requestEnded: () => {
        expiry.isRequestOver = true;
        const waitsForReport = clock.nowMs() < dueMs && isReporting(target, clusterId);
        if (!waitsForReport) this.#end(account, entry);
      },
    };
  }

  /** Takes ended reservations out of a target's view; to be called before every decision. */
  refresh(target: Target): void {
    this.#current(target)?.refresh();
  }

  /** How much room a target has; undefined when it is not served. */
  spareCapacity(target: Target): SpareCapacity | undefined {
    return this.#accounts.get(targetKey(target))?.spareCapacity;
  }

  /** Forgets everything and leaves no timer. */
  close(): void {
    this.#accounts.clear();
    this.#expiring.clear();
    this.#arm();
  }

  /** The account of a target, on the view that is in place even if others have put it there. */
  #current(target: Target): TargetAccount | undefined {
    const account = this.#accounts.get(targetKey(target));
    const view = this.ports.runtime.view(target);
    if (view === undefined || view === account?.view) return account;
    if (account === undefined) return this.#open(view);
    this.#drop(account.rebase(undefined, view));
    return account;
  }

  #open(base: TargetAccount['view'], snapshot?: Snapshot): TargetAccount {
    const account = new TargetAccount(snapshot, base, (view) => {
      this.ports.runtime.replaceView(view);
    });
    this.#accounts.set(targetKey(base.target), account);
    return account;
  }

  #end(account: TargetAccount, entry: Entry): void {
    this.#drop([entry]);
    if (account.end(entry)) this.ports.onEnded(account.target);
  }

  #drop(entries: Iterable<Entry>): void {
    for (const entry of entries) this.#expiring.delete(entry);
    this.#arm();
  }

  /** One timer for all: it rings for the oldest. */
  #arm(): void {
    const oldest = this.#expiring.values().next();
    if (oldest.done) {
      this.#cancelTimer?.();
      this.#cancelTimer = undefined;
      return;
    }
    this.#cancelTimer ??= this.ports.clock.at(oldest.value.dueMs, () => {
      this.#cancelTimer = undefined;
      this.#expire();
    });
  }

  #expire(): void {
    const nowMs = this.ports.clock.nowMs();
    for (const [entry, { account, dueMs, isRequestOver }] of this.#expiring) {
      if (dueMs > nowMs) break;
      this.#expiring.delete(entry);
      // Where nothing reports, or not any more, the end of the request ends it.
      const { clusterId } = entry.reservation;
      const isReporting = this.ports.isReporting(account.target, clusterId);
      if (isRequestOver || isReporting) this.#end(account, entry);
    }
    this.#arm();
  }
}

type Expiry = { readonly account: TargetAccount; readonly dueMs: number; isRequestOver: boolean };

const NO_TICKET: Ticket = { refused: () => undefined, requestEnded: () => undefined };
