import { createHash } from 'node:crypto';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { optional, required } from '../../../../core/codec/object-codec.js';
import { nameIn } from '../../../../core/codec/value-codec.js';
import { decode, passing, shape, string } from '../codecs.js';
import type { Api, JsonBody } from './api.js';
import { plainInput, promptTexts, type PlainInput } from './content.js';

const DEFAULT_DIMENSIONS = 16;
const MAX_DIMENSIONS = 4096;

const dimensions = passing<number>(
  `a whole number from 1 to ${String(MAX_DIMENSIONS)}`,
  (json) => Number.isInteger(json) && (json as number) >= 1 && (json as number) <= MAX_DIMENSIONS,
);

type EmbeddingsBody = Readonly<{
  model: string;
  input: PlainInput;
  dimensions?: number;
  encodingFormat?: 'float' | 'base64';
}>;

const body = shape<EmbeddingsBody>({
  model: required('model', string),
  input: required('input', plainInput),
  dimensions: optional('dimensions', dimensions),
  encodingFormat: optional('encoding_format', nameIn(['float', 'base64'], '"float" or "base64"')),
});

/** `/v1/embeddings`: for each text a unit vector that depends on the text and the size only. */
export const embeddingsApi: Api = (json) =>
  pipe(
    decode(body, json),
    E.map((request) => ({
      model: request.model,
      promptText: promptTexts(request.input).join(''),
      isStream: false,
      maxTokens: 0,
      createShape: ({ promptTokens }) => ({ whole: () => vectorsOf(request, promptTokens) }),
    })),
  );

const vectorsOf = (request: EmbeddingsBody, promptTokens: number): JsonBody => ({
  object: 'list',
  model: request.model,
  data: promptTexts(request.input).map((text, index) => ({
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
