/**
 * A body that is not JSON by its type, and goes out while it comes in.
 *
 * Many engines read a body as JSON without a look at its type. So one that begins as a JSON object
 * does is refused, before any of it goes on: the model in it might be another than the query has.
 */
import type { Readable } from 'node:stream';
import * as E from 'fp-ts/lib/Either.js';
import type { ReplayableBody } from '../../servers/client/replayable-body.js';
import { badRequest, bodyTooLarge, CLIENT_GONE, type GatewayError } from '../gateway-error.js';
import { startingWith } from './held-pieces.js';

/** Whether a content type is of sound, pictures or parts, which nobody reads as JSON. */
export const isBinaryType = (contentType: string | undefined): boolean =>
  /^\s*(audio|image|video|multipart)\//i.test(contentType ?? '');

/** A body is not read further than this for what it begins with, bytes. */
const MAX_BLANK_BYTES = 1_024;

/** A body whose beginning was looked at. */
export class OpaqueBody {
  readonly #chunks: AsyncIterableIterator<Buffer>;
  #held: Buffer[] = [];

  constructor(
    readonly body: ReplayableBody,
    readonly contentType: string | undefined,
  ) {
    this.#chunks = body.open()[Symbol.asyncIterator]() as AsyncIterableIterator<Buffer>;
  }

  get isTooLarge(): boolean {
    return this.body.isTooLarge;
  }

  /** Reads to the first byte that is not blank; left with 400 when JSON might begin there. */
  async readStart(): Promise<E.Either<GatewayError, this>> {
    let blankBytes = 0;
    try {
      while (blankBytes <= MAX_BLANK_BYTES) {
        const { done, value } = await this.#chunks.next();
        if (done === true) return E.right(this);
        this.#held.push(value);
        if (isFieldsType(this.contentType)) return E.left(FIELDS);
        const at = value.findIndex((byte) => !BLANK.has(byte));
        if (at >= 0) return value[at] === OPENING_BRACE ? E.left(LIKE_JSON) : E.right(this);
        blankBytes += value.length;
      }
    } catch {
      return E.left(this.isTooLarge ? bodyTooLarge(this.body.limits.maxBytes) : CLIENT_GONE);
    }
    return E.left(LIKE_JSON);
  }

  /** The body from its first byte, once. */
  open(): Readable {
    const held = this.#held;
    this.#held = [];
    return startingWith(held, this.#chunks);
  }
}

/** Left with 400 when a whole body has form fields, or JSON might begin where it does. */
export const refuseLikeJson = (
  body: Uint8Array,
  contentType: string | undefined,
): E.Either<GatewayError, void> => {
  if (body.length > 0 && isFieldsType(contentType)) return E.left(FIELDS);
  const at = body.findIndex((byte) => !BLANK.has(byte));
  const isLikeJson = at >= 0 ? body[at] === OPENING_BRACE : body.length > MAX_BLANK_BYTES;
  return isLikeJson ? E.left(LIKE_JSON) : E.right(undefined);
};

/** Form fields might name a model; there is one way of forms, with parts. */
const isFieldsType = (contentType: string | undefined): boolean =>
  /^\s*application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType ?? '');

const FIELDS = badRequest(
  'invalid_content_type',
  'content-type',
  'content-type: expected multipart/form-data or application/json for a body with fields, given application/x-www-form-urlencoded; engines might read a model in it.',
);

const OPENING_BRACE = 0x7b;

/** White space, and the bytes of byte order marks and of wider encodings around ASCII. */
const BLANK: ReadonlySet<number> = new Set([
  ...[0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20],
  ...[0xef, 0xbb, 0xbf, 0xff, 0xfe, 0x00],
]);

const LIKE_JSON = badRequest(
  'invalid_content_type',
  'content-type',
  'content-type: expected application/json for a body that begins as a JSON object does, given another; engines might read it as JSON.',
);
