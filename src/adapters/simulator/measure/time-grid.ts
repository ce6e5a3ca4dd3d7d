/**
 * Sums over slices of time, however long a run becomes.
 *
 * When the slices are used up they are merged two by two, so a run of any length has at most
 * `MAX_SLICES` of them. All series of one run share a grid.
 */
import type { LoadSlices } from '../engine/load-meter.js';

const MAX_SLICES = 120;

export class TimeGrid {
  #sliceMs: number;
  readonly #series: TimeSeries[] = [];

  /** Starts with slices of `sliceMs`. */
  constructor(sliceMs = 125) {
    this.#sliceMs = sliceMs;
  }

  get sliceMs(): number {
    return this.#sliceMs;
  }

  series(): TimeSeries {
    const series = new TimeSeries(this);
    this.#series.push(series);
    return series;
  }

  /** Makes room for a moment. */
  reach(atMs: number): void {
    while (atMs >= this.#sliceMs * MAX_SLICES) {
      this.#sliceMs *= 2;
      for (const series of this.#series) series.halve();
    }
  }
}

/** One sum per slice. */
export class TimeSeries implements LoadSlices {
  readonly sums = new Float64Array(MAX_SLICES);

  constructor(readonly grid: TimeGrid) {}

  /** Adds `value` times the milliseconds from one moment to another, slice by slice. */
  add(fromMs: number, toMs: number, value: number): void {
    const { grid, sums } = this;
    grid.reach(toMs);
    const { sliceMs } = grid;
    let startMs = fromMs;
    for (let at = Math.floor(fromMs / sliceMs); startMs < toMs; at++) {
      const endMs = Math.min(toMs, (at + 1) * sliceMs);
      sums[at]! += value * (endMs - startMs);
      startMs = endMs;
    }
  }

  /** Adds `value` at a moment. */
  count(atMs: number, value: number): void {
    this.grid.reach(atMs);
    this.sums[Math.floor(atMs / this.grid.sliceMs)]! += value;
  }

  halve(): void {
    const { sums } = this;
    for (let at = 0; at < MAX_SLICES; at++) {
      const left = 2 * at;
      sums[at] = left < MAX_SLICES ? sums[left]! + sums[left + 1]! : 0;
    }
  }
}
