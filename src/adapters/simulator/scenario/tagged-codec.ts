import * as E from 'fp-ts/lib/Either.js';
import {
  errorAt,
  errorHere,
  isJsonObject,
  makeCodec,
  ownMember,
  type Codec,
} from '../../../core/codec/codec.js';
import { didYouMean } from '../../../core/codec/nearest-name.js';

/** Codecs of the variants of a union, by `kind`. */
export type Variants<A extends Readonly<{ kind: string }>> = Readonly<{
  [K in A['kind']]: Codec<Extract<A, Readonly<{ kind: K }>>>;
}>;

/** Decodes a union whose variants are told apart by their member `kind`. */
export const taggedCodec = <A extends Readonly<{ kind: string }>>(
  name: string,
  variants: Variants<A>,
): Codec<A> => {
  const byKind = new Map(Object.entries(variants) as [string, Codec<A>][]);
  const kinds = [...byKind.keys()];
  return makeCodec<A>({
    name,
    validate: (json, context) => {
      if (!isJsonObject(json)) {
        return E.left([errorHere(context, json, { code: 'wrong_type', expected: 'an object' })]);
      }
      const kind = ownMember(json, 'kind');
      const codec = typeof kind === 'string' ? byKind.get(kind) : undefined;
      if (codec !== undefined) return codec.validate(json, context);
      const expected = `one of ${kinds.join(', ')}${didYouMean(kind, kinds)}`;
      const code = kind === undefined ? 'missing' : 'invalid_value';
      return E.left([errorAt(context, 'kind', kind, { code, expected })]);
    },
    encode: (value) => byKind.get(value.kind)!.encode(value),
    schema: () => ({ oneOf: [...byKind.values()].map((codec) => codec.schema()) }),
  });
};
