/**
 * A form that goes out while it comes in, read on its way for the model it names.
 *
 * Nothing of it is changed, and no more of it is held than comes before its `model`. The rest is
 * read as it passes: a form that names a second model breaks off before its end is sent.
 */
import type { Readable } from 'node:stream';
import * as E from 'fp-ts/lib/Either.js';
import { decodeUtf8 } from '../../../core/codec/utf8.js';
import type { BodyHold } from '../../servers/client/request-body.js';
import type { ReplayableBody } from '../../servers/client/replayable-body.js';
import { nextTurn } from '../../time/turns.js';
import {
  badRequest,
  BODY_BUDGET_EXHAUSTED,
  bodyTooLarge,
  CLIENT_GONE,
  type GatewayError,
} from '../gateway-error.js';
import { ambiguousModel } from '../request/requested-model.js';
import { FormParts, type FormPart } from './form-parts.js';
import { startingWith } from './held-pieces.js';

/** Whether a content type is that of a form with parts. */
export const isForm = (contentType: string | undefined): boolean =>
  /^\s*multipart\/form-data\s*;/i.test(contentType ?? '');

/** Where the bytes of a form come from. */
export type FormSource = Pick<ReplayableBody, 'isTooLarge'> &
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
  readonly #parts: FormParts;
  #held: Buffer[] = [];
  #isOver = false;

  constructor(
    readonly body: FormSource,
    contentType: string,
    readonly hold: BodyHold,
    /** The query names it; then the form must not. */
    readonly isModelInQuery: boolean,
  ) {
    this.#chunks = (body.open() as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
    this.#parts = new FormParts(contentType, {
      onPart: (part) => {
        this.#takePart(part);
      },
      onProblem: (problem) => {
        this.#refuse(badForm(problem));
      },
    });
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
    const held = this.#held;
    this.#held = [];
    return startingWith(held, this.#rest());
  }

  async *#rest(): AsyncGenerator<Buffer> {
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
      await this.#parts.end();
      return undefined;
    }
    await this.#parts.take(value);
    // A part that ends with the piece is told a little later.
    await nextTurn();
    return value;
  }

  #takePart({ name, isFile, value, isCut }: FormPart): void {
    if (name.toLowerCase() !== 'model') return;
    const model = isCut ? undefined : decodeUtf8(value);
    if (isFile) this.#refuse(ambiguousModel('a file of this name'));
    else if (name !== 'model') this.#refuse(ambiguousModel('its name in other letter case'));
    else if (this.isModelInQuery) this.#refuse(ambiguousModel(IN_QUERY_TOO));
    else if (this.model !== undefined) this.#refuse(ambiguousModel('more than one in the form'));
    else if (!model) this.#refuse(badForm('has no name of a model in "model"'));
    else this.model = model;
  }

  #refuse(fault: GatewayError): void {
    this.fault ??= fault;
  }
}

const IN_QUERY_TOO = 'one in the form and one in the query';

/** 400: a form that cannot be read. */
export const badForm = (problem: string): GatewayError =>
  badRequest('invalid_form', null, `The form ${problem}.`);
