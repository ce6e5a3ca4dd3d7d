/**
 * A form that goes out while it comes in, read on its way for the model it names.
 *
 * Nothing of it is changed, and no more of it is held than comes before its `model`. The rest is
 * read as it passes: a form that names a second model breaks off before its end is sent.
 */
import { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import * as E from 'fp-ts/lib/Either.js';
import type { BodyHold } from '../../servers/request-body.js';
import type { ReplayableBody } from '../../servers/replayable-body.js';
import { nextTurn } from '../../time/turns.js';
import {
  badRequest,
  BODY_BUDGET_EXHAUSTED,
  bodyTooLarge,
  CLIENT_GONE,
  type GatewayError,
} from '../gateway-error.js';
import { ambiguousModel } from '../request/requested-model.js';
import { watchParts, type PartWatch } from './form-parts.js';

/** Whether a content type is that of a form with parts. */
export const isForm = (contentType: string | undefined): boolean =>
  /^\s*multipart\/form-data\s*;/i.test(contentType ?? '');

/** A field of a form is no longer than this where it may be a model, bytes. */
const MAX_FIELD_BYTES = 1_024;

const MAX_PARTS = 1_000;

/** Where the bytes of a form come from. */
export type FormSource = Pick<ReplayableBody, 'receivedBytes' | 'isTooLarge'> &
  Readonly<{
    limits: Pick<ReplayableBody['limits'], 'maxBytes'>;
    /** Reads the form from its first byte. */
    open: () => Readable;
  }>;

/** A form on its way. */
export class FormBody {
  /** The `model` of the form, once it is read. */
  model: string | undefined;
  /** Why the form is refused, as soon as that is known. */
  fault: GatewayError | undefined;
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #parser: BusboyInstance;
  /** Sees the parts that the parser passes over. */
  readonly #parts: PartWatch;
  #held: Buffer[] = [];
  #isOver = false;
  #isFinished = false;

  constructor(
    readonly body: FormSource,
    contentType: string,
    readonly hold: BodyHold,
    /** The query names it; then the form must not. */
    readonly isModelInQuery: boolean,
  ) {
    this.#chunks = (body.open() as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
    this.#parser = this.#createParser(contentType);
    this.#parts = watchParts(contentType, (problem) => {
      this.#refuse(badForm(problem));
    });
  }

  get receivedBytes(): number {
    return this.body.receivedBytes;
  }

  get isTooLarge(): boolean {
    return this.body.isTooLarge;
  }

  /** Reads until the model is known, or the form is over. */
  async readToModel(): Promise<E.Either<GatewayError, string | undefined>> {
    if (this.isModelInQuery) return E.right(undefined);
    try {
      while (this.model === undefined && this.fault === undefined && !this.#isOver) {
        const chunk = await this.#next();
        if (chunk === undefined) break;
        if (!this.hold.take(chunk.length)) return E.left(BODY_BUDGET_EXHAUSTED);
        this.#held.push(chunk);
      }
    } catch {
      return E.left(this.isTooLarge ? bodyTooLarge(this.body.limits.maxBytes) : CLIENT_GONE);
    }
    return this.fault === undefined ? E.right(this.model) : E.left(this.fault);
  }

  /** The form from its first byte, once. */
  open(): Readable {
    return Readable.from(this.#pieces(), { objectMode: false });
  }

  async *#pieces(): AsyncGenerator<Buffer> {
    const held = this.#held;
    this.#held = [];
    yield* held;
    for (;;) {
      const chunk = this.#isOver ? undefined : await this.#next();
      if (this.fault !== undefined) throw new Error('the form is refused');
      if (chunk === undefined) return;
      yield chunk;
    }
  }

  /** The next piece, parsed; undefined at the end, when all parts are known. */
  async #next(): Promise<Buffer | undefined> {
    const { done, value } = await this.#chunks.next();
    if (done === true) {
      this.#isOver = true;
      this.#parser.end();
      while (!this.#isFinished && this.fault === undefined) await nextTurn();
      return undefined;
    }
    await this.#parts.take(value);
    await new Promise<void>((resolve) => {
      this.#parser.write(value, () => {
        resolve();
      });
    });
    // Fields are told a little after the piece that holds them.
    await nextTurn();
    return value;
  }

  #createParser(contentType: string): BusboyInstance {
    const limits = { fieldSize: MAX_FIELD_BYTES, parts: MAX_PARTS, fields: MAX_PARTS };
    const parser = new Busboy({ headers: { 'content-type': contentType }, limits });
    parser.on('field', (name, value, isNameCut, isValueCut) => {
      this.#takeField(name, value, isNameCut || isValueCut);
    });
    parser.on('file', (name, stream) => {
      stream.resume();
      if (isModelName(name)) this.#refuse(ambiguousModel('a file of this name'));
    });
    for (const event of ['partsLimit', 'fieldsLimit'] as const) {
      parser.on(event, () => {
        this.#refuse(badForm(`has more than ${String(MAX_PARTS)} parts`));
      });
    }
    parser.on('error', () => {
      this.#refuse(badForm('is not well-formed'));
    });
    parser.on('finish', () => {
      this.#isFinished = true;
    });
    return parser;
  }

  #takeField(name: string, value: string, isCut: boolean): void {
    if (!isModelName(name)) return;
    if (name !== 'model') this.#refuse(ambiguousModel('its name in other letter case'));
    else if (this.isModelInQuery) this.#refuse(ambiguousModel(IN_QUERY_TOO));
    else if (this.model !== undefined) this.#refuse(ambiguousModel('more than one in the form'));
    else if (value === '' || isCut) this.#refuse(badForm('has no name of a model in "model"'));
    else this.model = value;
  }

  #refuse(fault: GatewayError): void {
    this.fault ??= fault;
  }
}

const IN_QUERY_TOO = 'one in the form and one in the query';

const isModelName = (name: string): boolean => name.toLowerCase() === 'model';

/** 400: a form that cannot be read. */
export const badForm = (problem: string): GatewayError =>
  badRequest('invalid_form', null, `The form ${problem}.`);
