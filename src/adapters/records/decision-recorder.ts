/**
 * Writes decisions to a file without ever making a request wait.
 *
 * A decision is put in a queue of bounded size; lines are made and appended in later turns of the
 * event loop. What does not fit is dropped, counted and told.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { affinityOrder } from '../../decide.js';
import type { RecordedDecision, RecordDecision } from '../runtime/route.js';
import { RecordEncoder, type RecordEntry } from './encode-record.js';
import { LossReport, type ReportLoss } from './loss-report.js';
import type { RecordFile } from './record-file.js';
import { createRequestSample, type RequestSample } from './request-sample.js';
import { SnapshotTexts } from './snapshot-texts.js';

export type RecorderOptions = Readonly<{
  file: Pick<RecordFile, 'nextNumber' | 'sync' | 'append' | 'close'>;
  /** Share of requests that are recorded, 0 to 1. Default 1. */
  rate?: number;
  /** What waiting decisions may hold, roughly. Default 32 MiB. */
  maxQueueBytes?: number;
  /** Is told of lines that were lost: the first at once, later ones together. Default: nobody is. */
  onLoss?: ReportLoss;
  /** Milliseconds that never go back. Default: the process's. */
  nowMs?: () => number;
  /** The time that records carry, ms since 1970. Default: the system's. */
  wallMs?: () => number;
}>;

/** Decisions of sampled requests: written, dropped, and not written yet. */
export type RecordCounts = Readonly<{ written: number; lost: number; waiting: number }>;

/** Records decisions; `record` is what an engine takes. */
export type DecisionRecorder = Readonly<{
  record: RecordDecision;
  counts: () => RecordCounts;
  /** Resolves when nothing waits any more. */
  flush: () => Promise<void>;
  /** Records nothing more, writes what waits for at most 2 s, and closes the file. */
  close: () => Promise<void>;
}>;

/** Records decisions in a file of JSON lines. */
export const createDecisionRecorder = (options: RecorderOptions): DecisionRecorder => {
  const recorder = new Recorder(options);
  return {
    record: (made) => {
      recorder.record(made);
    },
    counts: () => recorder.counts(),
    flush: () => recorder.flush(),
    close: () => recorder.close(),
  };
};

const MAX_QUEUE_BYTES = 32 * 2 ** 20;

/** What an entry holds beside its view, its order and its texts. */
const ENTRY_BYTES = 1024;

/** What a view of its own and an order hold per cluster. */
const CLUSTER_BYTES = 64;

/** Lines are made until they have this many characters, then other work has its turn. */
const BATCH_LENGTH = 64 * 1024;

/** Nothing is tried, and nothing queued, for this long after the file failed. */
const PAUSE_MS = 1000;

/** Longest time `close` waits for the disk. */
const CLOSE_MS = 2000;

class Recorder {
  readonly #isSampled: RequestSample;
  readonly #losses: LossReport;
  readonly #nowMs: () => number;
  readonly #wallMs: () => number;
  readonly #texts = new SnapshotTexts();
  #encoder = new RecordEncoder(this.#texts);
  #queue: RecordEntry[] = [];
  #queueBytes = 0;
  #writing: Promise<void> | undefined;
  #writtenCount = 0;
  #pausedUntilMs = -Infinity;
  #isClosed = false;

  constructor(readonly options: RecorderOptions) {
    this.#isSampled = createRequestSample(options.rate ?? 1);
    this.#nowMs = options.nowMs ?? (() => performance.now());
    this.#wallMs = options.wallMs ?? Date.now;
    this.#losses = new LossReport(options.onLoss ?? (() => undefined), this.#nowMs);
  }

  record(made: RecordedDecision): void {
    if (this.#isClosed || !this.#isSampled(made.request.requestId)) return;
    const { maxQueueBytes = MAX_QUEUE_BYTES } = this.options;
    if (this.#queueBytes + sizeBytesOf(made) > maxQueueBytes) {
      this.#losses.add(1, 'the queue is full, as the file takes lines too slowly');
      return;
    }
    if (this.#nowMs() < this.#pausedUntilMs) {
      this.#losses.add(1, 'the file failed less than a second ago');
      return;
    }
    this.#queueBytes += sizeBytesOf(made);
    const atMs = Math.round(this.#wallMs());
    this.#queue.push({ ...made, order: orderOf(made), atMs });
    this.#writing ??= this.#writeAll();
  }

  counts(): RecordCounts {
    const waiting = this.#queue.length;
    return { written: this.#writtenCount, lost: this.#losses.count, waiting };
  }

  async flush(): Promise<void> {
    await this.#writing;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.race([this.#writing, sleep(CLOSE_MS, undefined, { ref: false })]);
    this.#drop(this.#queue.length, 'the process ended before the file took them');
    this.#losses.tell();
    await Promise.race([this.options.file.close(), sleep(CLOSE_MS, undefined, { ref: false })]);
  }

  async #writeAll(): Promise<void> {
    while (this.#queue.length > 0) {
      try {
        await this.#writeBatch();
      } catch (error) {
        // Lines may be in the file or not: start over with what is referred to.
        this.#encoder = new RecordEncoder(this.#texts);
        this.#pausedUntilMs = this.#nowMs() + PAUSE_MS;
        this.#drop(this.#queue.length, `the file failed: ${(error as Error).message}`);
      }
    }
    this.#writing = undefined;
  }

  async #writeBatch(): Promise<void> {
    const { file } = this.options;
    if (await file.sync()) this.#encoder = new RecordEncoder(this.#texts);
    const { text, takenCount, lineCount } = this.#encodeBatch(file.nextNumber);
    if (lineCount > 0) await file.append(text);
    this.#take(takenCount);
    this.#writtenCount += lineCount;
    this.#losses.add(takenCount - lineCount, 'they hold what JSON or its readers do not take');
    this.#losses.tellWhenDue();
  }

  /** Lines for the head of the queue, which stays as it is. */
  #encodeBatch(nextNumber: number): Batch {
    let text = '';
    let takenCount = 0;
    let lineCount = 0;
    while (takenCount < this.#queue.length && text.length < BATCH_LENGTH) {
      const entry = this.#queue[takenCount++]!;
      const line = this.#encoder.encode(entry, nextNumber + lineCount);
      if (line === undefined) continue;
      text += `${line}\n`;
      lineCount++;
    }
    return { text, takenCount, lineCount };
  }

  #drop(count: number, reason: string): void {
    this.#take(count);
    this.#losses.add(count, reason);
  }

  #take(count: number): void {
    for (const entry of this.#queue.splice(0, count)) this.#queueBytes -= sizeBytesOf(entry);
  }
}

type Batch = Readonly<{ text: string; takenCount: number; lineCount: number }>;

const sizeBytesOf = ({ view, request }: RecordedDecision): number => {
  const { requestId, cacheAffinityKey = '', lastClusterId = '' } = request;
  const textLength = requestId.length + cacheAffinityKey.length + lastClusterId.length;
  return ENTRY_BYTES + 2 * textLength + CLUSTER_BYTES * view.clusterIds.length;
};

/** Asked for while it is remembered; a rejected request has not come that far. */
const orderOf = ({ policy, view, request, decision }: RecordedDecision): RecordEntry['order'] =>
  decision.kind === 'rejected' ? undefined : affinityOrder(policy, view, request);
