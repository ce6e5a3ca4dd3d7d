/** Lines that were lost since this was last told. */
export type Loss = Readonly<{
  lostCount: number;
  /** Since the start. */
  totalCount: number;
  /** Why the latest of them was lost, as the end of a sentence. */
  reason: string;
}>;

export type ReportLoss = (loss: Loss) => void;

/** Losses within this time of each other are told together. */
const TELL_EVERY_MS = 10_000;

/** Counts lost lines and tells them: the first at once, then at most every ten seconds. */
export class LossReport {
  #count = 0;
  #untoldCount = 0;
  #reason = '';
  #toldMs = -Infinity;

  constructor(
    readonly report: ReportLoss,
    readonly nowMs: () => number,
  ) {}

  get count(): number {
    return this.#count;
  }

  add(lostCount: number, reason: string): void {
    if (lostCount === 0) return;
    this.#count += lostCount;
    this.#untoldCount += lostCount;
    this.#reason = reason;
    this.tellWhenDue();
  }

  tellWhenDue(): void {
    if (this.nowMs() - this.#toldMs >= TELL_EVERY_MS) this.tell();
  }

  /** Tells what is untold now. */
  tell(): void {
    if (this.#untoldCount === 0) return;
    const loss = { lostCount: this.#untoldCount, totalCount: this.#count, reason: this.#reason };
    this.#untoldCount = 0;
    this.#toldMs = this.nowMs();
    this.report(loss);
  }
}
