/** Codecs of the quantities that scenarios are made of. */
import { makeCodec, type Codec } from '../../../core/codec/codec.js';
import { objectCodec, required } from '../../../core/codec/object-codec.js';
import { amount, nameIn, numberIn } from '../../../core/codec/value-codec.js';
import type { Distribution } from '../workload/distribution.js';
import { taggedCodec } from './tagged-codec.js';

const LARGEST = Number.MAX_VALUE;

/** A whole number from 0. */
export const count = numberIn({ wholeOnly: true, min: 0, max: 2 ** 31 });

/** A whole number from 1. */
export const countFromOne = numberIn({ wholeOnly: true, min: 1, max: 1_000_000 });

/** Greater than 0; the least double above it stands for that. */
export const positive = numberIn({ wholeOnly: false, min: 1e-9, max: LARGEST });

/** From 0 to 1. */
export const share = numberIn({ wholeOnly: false, min: 0, max: 1 });

/** The member `kind` of a variant. */
export const kindIs = <K extends string>(kind: K) => required('kind', nameIn([kind]));

const spread = taggedCodec<Exclude<Distribution, { kind: 'constant' }>>('distribution', {
  uniform: objectCodec('uniform', {
    members: {
      kind: kindIs('uniform'),
      min: required('min', amount),
      max: required('max', amount),
    },
    unknown: 'refused',
  }),
  exponential: objectCodec('exponential', {
    members: { kind: kindIs('exponential'), mean: required('mean', amount) },
    unknown: 'refused',
  }),
  lognormal: objectCodec('lognormal', {
    members: {
      kind: kindIs('lognormal'),
      median: required('median', amount),
      sigma: required('sigma', amount),
    },
    unknown: 'refused',
  }),
  geometric: objectCodec('geometric', {
    members: { kind: kindIs('geometric'), mean: required('mean', positive) },
    unknown: 'refused',
  }),
});

/** A number stands for itself, an object says how the quantity is spread. */
export const distribution: Codec<Distribution> = makeCodec<Distribution>({
  name: 'a number >= 0 or a distribution',
  validate: (json, context) => {
    if (typeof json !== 'number') return spread.validate(json, context);
    const read = amount.validate(json, context);
    return read._tag === 'Left'
      ? read
      : { _tag: 'Right', right: { kind: 'constant', value: read.right } };
  },
  encode: (value) => (value.kind === 'constant' ? value.value : spread.encode(value)),
  schema: () => ({ anyOf: [amount.schema(), spread.schema()] }),
});
