import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { MIN_BYTES_PER_SECOND, type ClientTurn, type ClientWatch } from './client-watch.js';
import { declaredBytes, lingerOver, type BodyTally } from './request-body.js';

/** What a body may take. */
export type BodyLimits = Readonly<{
  /** Largest body that can be sent again, bytes; 0: none can. */
  keepBytes: number;
  /** Largest body that is taken at all, bytes. */
  maxBytes: number;
}>;

/**
 * A request body that goes out while it comes in, and is kept meanwhile, so that another attempt
 * can send it again from its first byte.
 *
 * It is read no faster than it is taken, and not before someone wants it. One that grows beyond
 * `keepBytes` is not kept any more and goes out once.
 */
export class ReplayableBody {
  #chunks: Buffer[] = [];
  #receivedBytes = 0;
  #isComplete = false;
  #isKept: boolean;
  #reader: BodyReader | undefined;
  readonly #turn: ClientTurn;

  constructor(
    readonly source: IncomingMessage,
    readonly limits: BodyLimits,
    watch: ClientWatch,
    readonly tally: BodyTally,
  ) {
    this.#isKept = declaredBytes(source) <= limits.keepBytes;
    this.#turn = watch.turn(() => source.destroy(), MIN_BYTES_PER_SECOND);
    source.on('data', this.#onData);
    source.on('end', this.#onEnd);
    source.on('close', this.#onClose);
    source.pause();
  }

  /** Whether `open` gives the whole body once more. */
  get isReplayable(): boolean {
    return this.#isKept;
  }

  /** Whether more than `maxBytes` came. */
  get isTooLarge(): boolean {
    return this.#receivedBytes > this.limits.maxBytes;
  }

  /** Reads the body from its first byte; a reading that is open ends. */
  open(): Readable {
    this.#reader?.destroy();
    const reader = new BodyReader(this.#chunks, {
      onHungry: () => {
        if (this.#isComplete) reader.push(null);
        else this.#flow();
      },
      onClosed: () => {
        if (this.#reader === reader) this.#hold();
      },
    });
    this.#reader = reader;
    return reader;
  }

  /** There will be no other attempt: what is out need not be kept. A reading that is open goes on. */
  settle(): void {
    this.#isKept = false;
    this.#chunks = [];
  }

  /** Nobody wants the body any more: what is still to come is thrown away. */
  release(): void {
    this.settle();
    this.#reader?.destroy();
    this.#reader = undefined;
    this.#turn.end();
    lingerOver(this.source);
  }

  readonly #onData = (chunk: Buffer): void => {
    this.#receivedBytes += chunk.length;
    this.tally.requestBytes += chunk.length;
    this.#turn.noteProgress(chunk.length);
    if (this.#receivedBytes > this.limits.keepBytes) this.settle();
    if (this.isTooLarge) {
      this.#reader?.destroy(new Error('the body is too large'));
      return;
    }
    if (this.#isKept) this.#chunks.push(chunk);
    if (this.#reader?.receive(chunk) === false) this.#hold();
  };

  readonly #onEnd = (): void => {
    this.#isComplete = true;
    this.#turn.end();
    this.#reader?.push(null);
  };

  readonly #onClose = (): void => {
    this.#turn.end();
    if (!this.#isComplete) this.#reader?.destroy(new Error('the client broke off'));
  };

  #flow(): void {
    this.#turn.begin();
    this.source.resume();
  }

  #hold(): void {
    this.#turn.end();
    this.source.pause();
  }
}

type ReaderEvents = Readonly<{ onHungry: () => void; onClosed: () => void }>;

/** One reading of a body: what is kept, then what comes. */
class BodyReader extends Readable {
  #position = 0;

  constructor(
    readonly kept: readonly Buffer[],
    readonly events: ReaderEvents,
  ) {
    super();
    // Whoever reads may have left before an error reaches it.
    this.on('error', ignore);
  }

  /** A chunk that comes now, and stands in `kept` if that is still kept; false: no more for now. */
  receive(chunk: Buffer): boolean {
    this.#position += 1;
    return this.push(chunk);
  }

  override _read(): void {
    while (this.#position < this.kept.length) {
      const chunk = this.kept[this.#position++]!;
      if (!this.push(chunk)) return;
    }
    this.events.onHungry();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.events.onClosed();
    done(error);
  }
}

const ignore = (): void => undefined;
