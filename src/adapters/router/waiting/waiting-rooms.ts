import type { Target } from '../../../core/snapshot/snapshot.js';
import { targetKey } from '../../../core/snapshot/target-key.js';
import type { Clock } from '../../time/clock.js';
import { WaitingRoom } from './waiting-room.js';

/**
 * A waiting room per target. A room is made when a request needs it, and dropped when its target is
 * gone and nobody waits for that to come back.
 */
export class WaitingRooms {
  readonly #rooms = new Map<string, WaitingRoom>();
  /** Those whose targets are not served. */
  readonly #closing = new Set<string>();

  constructor(readonly clock: Clock) {}

  /** Requests that wait. */
  get size(): number {
    let size = 0;
    for (const room of this.#rooms.values()) size += room.size;
    return size;
  }

  /** Requests that wait for a cluster of this target. */
  sizeOf(target: Target): number {
    return this.#rooms.get(targetKey(target))?.size ?? 0;
  }

  of(target: Target): WaitingRoom {
    const key = targetKey(target);
    let room = this.#rooms.get(key);
    if (room === undefined) {
      room = new WaitingRoom(this.clock, () => {
        if (this.#closing.has(key)) this.#drop(key);
      });
      this.#rooms.set(key, room);
    }
    return room;
  }

  /** Something changed for a target that is served. */
  changed(target: Target): void {
    const key = targetKey(target);
    this.#closing.delete(key);
    this.#rooms.get(key)?.changed();
  }

  /** The target is gone: its requests find out at once, and may wait for it. */
  closeRoom(target: Target): void {
    const key = targetKey(target);
    const room = this.#rooms.get(key);
    if (room === undefined) return;
    if (room.size === 0) this.#drop(key);
    else this.#closing.add(key);
    room.changed();
  }

  #drop(key: string): void {
    this.#rooms.delete(key);
    this.#closing.delete(key);
  }
}
