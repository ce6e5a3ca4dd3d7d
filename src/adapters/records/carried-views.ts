import type { View } from '../../core/view/view.js';
import { createKeptSnapshots, keptSize } from '../cases/index.js';

/** The views whose snapshots a file carries, as far as its readers still have them. */
export class CarriedViews {
  /** A view that is not in use any more costs nothing here. */
  readonly #numbers = new WeakMap<View, number>();
  readonly #kept = createKeptSnapshots<true>();

  /** The line to refer to; undefined when the snapshot has to be written. Readers keep it longer. */
  lineOf(view: View): number | undefined {
    const number = this.#numbers.get(view);
    return number !== undefined && this.#kept.get(number) ? number : undefined;
  }

  /** Line `number` carries the snapshot of the view. */
  add(view: View, number: number): void {
    this.#numbers.set(view, number);
    this.#kept.set(number, true, keptSize(view.clusterIds.length));
  }
}
