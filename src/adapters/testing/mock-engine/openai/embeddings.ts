import { createHash } from 'node:crypto';
import type { Either } from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { Fault } from '../../../../core/codec/fault.js';
import { count, listOf, nullish } from '../codecs.js';
import { decode } from '../decode.js';

const DEFAULT_DIMENSIONS = 16;
const MAX_DIMENSIONS = 4096;

const dimensions = t.refinement(
  t.number,
  (value) => Number.isInteger(value) && value >= 1 && value <= MAX_DIMENSIONS,
  `a whole number from 1 to ${String(MAX_DIMENSIONS)}`,
);

const Tokens = listOf(count, 'an array of tokens');

const Input = t.refinement(
  t.union([
    t.string,
    listOf(t.string, 'an array of texts'),
    Tokens,
    listOf(Tokens, 'an array of arrays of tokens'),
  ]),
  (input) => input.length > 0,
  'text, tokens, or an array of one or more of either',
);

const Body = t.intersection(
  [
    t.type({ model: t.string, input: Input }),
    t.partial({
      dimensions: nullish(dimensions),
      encoding_format: nullish(t.keyof({ float: null, base64: null }, '"float" or "base64"')),
    }),
  ],
  'an object',
);

/** Body of a request to `/v1/embeddings`. */
export type EmbeddingsRequest = t.TypeOf<typeof Body>;

/** Checks the body of a request. */
export const parseEmbeddingsRequest = (body: unknown): Either<Fault, EmbeddingsRequest> =>
  decode(Body, body);

/** The texts to embed; tokens stand as their numbers. */
export const embeddingTexts = ({ input }: EmbeddingsRequest): readonly string[] => {
  if (typeof input === 'string') return [input];
  if (typeof input[0] === 'number') return [input.join(' ')];
  return (input as readonly (string | readonly number[])[]).map((one) =>
    typeof one === 'string' ? one : one.join(' '),
  );
};

/** The answer: for each text a unit vector that depends on the text and the size only. */
export const embeddingsBody = (request: EmbeddingsRequest, promptTokens: number): object => ({
  object: 'list',
  model: request.model,
  data: embeddingTexts(request).map((text, index) => ({
    object: 'embedding',
    index,
    embedding: encodeVector(
      makeVector(text, request.dimensions ?? DEFAULT_DIMENSIONS),
      request.encoding_format ?? 'float',
    ),
  })),
  usage: { prompt_tokens: promptTokens, total_tokens: promptTokens },
});

const makeVector = (text: string, size: number): Float32Array => {
  const textHash = createHash('sha256').update(text).digest();
  const raw = Array.from({ length: size }, (_, index) => {
    const hash = createHash('sha256').update(textHash).update(String(index)).digest();
    return hash.readInt32LE(0) / 2 ** 31;
  });
  const length = Math.hypot(...raw) || 1;
  return Float32Array.from(raw, (value) => value / length);
};

const encodeVector = (vector: Float32Array, format: 'float' | 'base64'): string | number[] => {
  if (format === 'float') return Array.from(vector);
  const bytes = Buffer.alloc(vector.length * 4);
  vector.forEach((value, index) => bytes.writeFloatLE(value, index * 4));
  return bytes.toString('base64');
};
