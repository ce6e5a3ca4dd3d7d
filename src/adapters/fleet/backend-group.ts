import { isDeepStrictEqual } from 'node:util';
import type { Source } from '../time/source.js';
import type { BackendDefinition } from './document/backend-definition.js';
import { backendIdAt } from './document/backend-names.js';
import { atAddress } from './document/base-url.js';
import { Member, type OnReport } from './member.js';
import type { FleetPorts } from './ports.js';

/** What a group tells its cluster. */
export type GroupEvents = Readonly<{
  onReport: OnReport;
  /** The member is gone; its source is closed. */
  onRemoved: (member: Member) => void;
  /** There are others than before, or fewer. */
  onMembers: () => void;
}>;

/** What one backend of a document stands for: one member, or one per address of its host. */
export class BackendGroup {
  #members: readonly Member[] = [];
  readonly #dns: Source<readonly string[]> | undefined;
  #vanishedAtMs: number | undefined;
  #lastRefusal: string | undefined;

  constructor(
    public definition: BackendDefinition,
    readonly clusterId: string,
    readonly ports: FleetPorts,
    readonly events: GroupEvents,
  ) {
    this.#dns = ports.openDns(definition);
    if (this.#dns === undefined) {
      this.#members = [this.#open(definition.id, definition.url)];
      return;
    }
    const dns = this.#dns;
    void dns.start({
      onValue: (addresses) => {
        this.#lastRefusal = undefined;
        this.#moveTo(addresses);
      },
      onRefused: (faults) => {
        const { message } = faults[0]!;
        if (message !== this.#lastRefusal) ports.logRefusal(dns.name, faults);
        this.#lastRefusal = message;
      },
    });
  }

  get members(): readonly Member[] {
    return this.#members;
  }

  /**
   * Whether its members are to be dropped because their host name has had no address for long. A
   * resolver that fails says nothing: then they stay.
   */
  hasVanished(nowMs: number): boolean {
    const { dropAfterMs } = this.ports.settings;
    return this.#vanishedAtMs !== undefined && nowMs - this.#vanishedAtMs >= dropAfterMs;
  }

  /**
   * Whether a new definition is about the same engines, so that what is known of them stays. The
   * capacity belongs to it, as pages are read with it.
   */
  isSameAs(other: BackendDefinition): boolean {
    const identity = ({ url, dns, source, stats }: BackendDefinition): unknown[] => [
      ...[url, dns, source],
      source && stats.kvCacheCapacityTokens,
    ];
    return isDeepStrictEqual(identity(other), identity(this.definition));
  }

  redefine(definition: BackendDefinition): void {
    this.definition = definition;
    for (const member of this.#members) member.definition = definition;
  }

  close(): void {
    if (this.#dns !== undefined) this.ports.discard(this.#dns);
    for (const member of this.#members) this.#remove(member);
    this.#members = [];
  }

  #moveTo(addresses: readonly string[]): void {
    if (addresses.length === 0) {
      this.#vanishedAtMs ??= this.ports.clock.nowMs();
      return;
    }
    const hadVanished = this.#vanishedAtMs !== undefined;
    this.#vanishedAtMs = undefined;
    const { id, url } = this.definition;
    const before = this.#members;
    const left = new Map(before.map((member) => [member.backend.id, member]));
    this.#members = addresses.map((address) => {
      const memberId = backendIdAt(id, address);
      const known = left.get(memberId);
      left.delete(memberId);
      return known ?? this.#open(memberId, atAddress(url, address));
    });
    for (const member of left.values()) this.#remove(member);
    const isSame =
      before.length === this.#members.length &&
      before.every((member, index) => member === this.#members[index]);
    if (!isSame || hadVanished) this.events.onMembers();
  }

  #open(id: string, url: string): Member {
    const backend = Object.freeze({ id, clusterId: this.clusterId, url });
    const member = new Member(backend, this.definition, this.ports);
    member.open(this.events.onReport);
    return member;
  }

  #remove(member: Member): void {
    member.close();
    this.events.onRemoved(member);
  }
}
