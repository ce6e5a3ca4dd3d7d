import type { Target } from '../../../core/snapshot.js';
import { targetKey } from '../../../core/target-key.js';
import type { Clock } from '../../time/clock.js';
import { WaitingRoom } from './waiting-room.js';

/** A waiting room per target. A room is made when a request needs it and dropped with its target. */
export class WaitingRooms {
  readonly #rooms = new Map<string, WaitingRoom>();

  constructor(readonly clock: Clock) {}

  /** Requests that wait. */
  get size(): number {
    let size = 0;
    for (const room of this.#rooms.values()) size += room.size;
    return size;
  }

  of(target: Target): WaitingRoom {
    const key = targetKey(target);
    let room = this.#rooms.get(key);
    if (room === undefined) {
      room = new WaitingRoom(this.clock);
      this.#rooms.set(key, room);
    }
    return room;
  }

  /** Something changed for a target. */
  changed(target: Target): void {
    this.#rooms.get(targetKey(target))?.changed();
  }

  /** The target is gone: its requests find out at once, and the room goes with them. */
  closeRoom(target: Target): void {
    this.changed(target);
    this.#rooms.delete(targetKey(target));
  }
}
