/** Anything that holds memory on behalf of a target and can give it back. */
export interface Evictable {
  /** `MemoBudget.tick` of the last use. */
  usedAt: number;
  /** Gives back the least useful part; returns false when nothing is left. */
  shrink: () => boolean;
}

/**
 * The byte budget that all affinity orders and rings of a process share.
 *
 * What was used least recently goes first. At most `maxMemos` memos live at a time, so that
 * neither many policies nor many targets can pass the limit.
 */
export class MemoBudget {
  tick = 0;
  #bytes = 0;
  readonly #members = new Set<Evictable>();

  constructor(
    /** Default 64 MiB. */
    readonly limitBytes = 64 * 1024 * 1024,
    /** Default 1,024. */
    readonly maxMemos = 1024,
  ) {}

  /** Bytes accounted for now. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Memos and rings alive now. */
  get size(): number {
    return this.#members.size;
  }

  join(member: Evictable, bytes: number): void {
    this.#members.add(member);
    member.usedAt = ++this.tick;
    this.charge(bytes);
    while (this.#members.size > this.maxMemos) this.#evictFrom(this.#leastRecentlyUsed());
  }

  leave(member: Evictable, bytes: number): void {
    if (this.#members.delete(member)) this.#bytes -= bytes;
  }

  charge(bytes: number): void {
    this.#bytes += bytes;
    while (this.#bytes > this.limitBytes && this.#members.size > 0) {
      this.#leastRecentlyUsed().shrink();
    }
  }

  refund(bytes: number): void {
    this.#bytes -= bytes;
  }

  #evictFrom(member: Evictable): void {
    while (member.shrink());
  }

  #leastRecentlyUsed(): Evictable {
    let oldest: Evictable | undefined;
    for (const member of this.#members) {
      if (oldest === undefined || member.usedAt < oldest.usedAt) oldest = member;
    }
    return oldest!;
  }
}
