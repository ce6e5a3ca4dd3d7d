import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';
import { memberPath } from '../../../core/codec/codec.js';
import { fault } from '../../../core/codec/fault.js';
import type { Fault } from '../../../core/codec/fault.js';

/** Checks a value with a codec; on failure returns the fault that lies deepest in the value. */
export const decode = <A>(codec: t.Decoder<unknown, A>, value: unknown): Either<Fault, A> => {
  const decoded = codec.decode(value);
  if (E.isRight(decoded)) return decoded;
  const places = decoded.left.map(findPlace);
  // Each member of a union reports its own errors: the deepest is about the member meant.
  return E.left(toFault(places.reduce((a, b) => (b.keys.length > a.keys.length ? b : a))));
};

type Place = Readonly<{ keys: readonly string[]; expected: string; value: unknown }>;

const findPlace = ({ context, value }: t.ValidationError): Place => {
  const keys: string[] = [];
  let expected = '';
  context.forEach(({ key, type }, index) => {
    const parent = index === 0 ? undefined : context[index - 1]!.type;
    const isMember = isUnionOrIntersection(parent);
    if (index > 0 && !isMember) keys.push(key);
    // Of a union that fails as a whole its own name says more than that of a member.
    if (!isMember || !isUnion(parent)) expected = type.name;
  });
  return { keys, expected, value };
};

const isUnion = (codec: unknown): boolean => tagOf(codec) === 'UnionType';

const isUnionOrIntersection = (codec: unknown): boolean =>
  isUnion(codec) || tagOf(codec) === 'IntersectionType';

/** What kind of codec it is under the wrappers that put no key of their own into a path. */
const tagOf = (codec: unknown): unknown => {
  const { _tag: tag, type } = (codec ?? {}) as { _tag?: unknown; type?: unknown };
  return tag === 'ExactType' || tag === 'RefinementType' ? tagOf(type) : tag;
};

const toFault = ({ keys, expected, value }: Place): Fault =>
  fault({
    code: value === undefined ? 'missing' : 'invalid_value',
    path: keys.reduce(extendPath, ''),
    expected,
    given: value,
  });

const extendPath = (path: string, key: string): string =>
  /^\d+$/.test(key) ? `${path}[${key}]` : memberPath(path, key);
