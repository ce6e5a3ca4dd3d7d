import { createHash } from 'node:crypto';
import type { Either } from 'fp-ts/lib/Either.js';
import type { Fault } from '../../../../core/codec/fault.js';
import { optional, required } from '../../../../core/codec/object-codec.js';
import { nameIn } from '../../../../core/codec/value-codec.js';
import { count, decode, passing, shape, string } from '../codecs.js';

const DEFAULT_DIMENSIONS = 16;
const MAX_DIMENSIONS = 4096;

const dimensions = passing<number>(
  `a whole number from 1 to ${String(MAX_DIMENSIONS)}`,
  (json) => Number.isInteger(json) && (json as number) >= 1 && (json as number) <= MAX_DIMENSIONS,
);

type Tokens = readonly number[];
type Input = string | readonly string[] | Tokens | readonly Tokens[];

const isListOf = (json: unknown, isItem: (item: unknown) => boolean): boolean =>
  Array.isArray(json) && json.length > 0 && json.every(isItem);

const isToken = (json: unknown): boolean => count.value!.problemOf(json) === undefined;

const input = passing<Input>(
  'text, tokens, or an array of one or more of either',
  (json) =>
    (typeof json === 'string' && json !== '') ||
    isListOf(json, (item) => typeof item === 'string') ||
    isListOf(json, isToken) ||
    isListOf(json, (item) => Array.isArray(item) && item.every(isToken)),
);

/** Body of a request to `/v1/embeddings`. */
export type EmbeddingsRequest = Readonly<{
  model: string;
  input: Input;
  dimensions?: number;
  encodingFormat?: 'float' | 'base64';
}>;

const requestCodec = shape<EmbeddingsRequest>({
  model: required('model', string),
  input: required('input', input),
  dimensions: optional('dimensions', dimensions),
  encodingFormat: optional('encoding_format', nameIn(['float', 'base64'], '"float" or "base64"')),
});

/** Checks the body of a request. */
export const parseEmbeddingsRequest = (body: unknown): Either<Fault, EmbeddingsRequest> =>
  decode(requestCodec, body);

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
      request.encodingFormat ?? 'float',
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
