import { FIELDS, type FieldKey } from '../core/config/fields.js';
import { changedFields, type Policy } from '../core/config/policy.js';
import { isScalar, isScalarPart, isSpace } from './grammar.js';
import { plainDecimal } from './plain-decimal.js';

/**
 * Writes a policy down as one expression: the canonical method name, then every field whose
 * effective value differs from the built-in default, sorted by name.
 *
 * It is read over the built-in defaults, never over a configured base. A value the grammar cannot
 * carry (a configured seed with ";", say) is percent-encoded, which is for people and logs only:
 * compare policies by `policyIdentity`.
 */
export const canonicalExpression = (policy: Policy): string =>
  [
    policy.algorithm,
    ...changedByName(policy).map((key) => `${FIELDS[key].name}=${canonicalValue(policy[key])}`),
  ].join(';');

/**
 * A key that is equal for two policies exactly when all their effective values are.
 *
 * It differs from the canonical expression only in quoting strings, so that a seed `a;n=3` cannot
 * be taken for the seed `a` with `n=3`, nor `a%3B` for an encoded `a;`.
 */
export const policyIdentity = (policy: Policy): string =>
  [
    policy.algorithm,
    ...changedByName(policy).map((key) => `${FIELDS[key].name}=${JSON.stringify(policy[key])}`),
  ].join(';');

/** Field names are ASCII, so the order of their UTF-16 units is the order of their bytes. */
const changedByName = (policy: Policy): readonly FieldKey[] =>
  changedFields(policy).toSorted((a, b) => (FIELDS[a].name < FIELDS[b].name ? -1 : 1));

const canonicalValue = (value: Policy[FieldKey]): string => {
  if (typeof value === 'number') return plainDecimal(value);
  const text = String(value);
  return isScalar(text) ? text : percentEncode(text);
};

/** Encodes what a scalar cannot hold, "%" itself, and spaces at the ends, as UTF-8. */
const percentEncode = (text: string): string => {
  const bytes = new TextEncoder().encode(text);
  const encoded = Array.from(bytes, (byte, index) => {
    const isOuterSpace = isSpace(byte) && (index === 0 || index === bytes.length - 1);
    const isKept = isScalarPart(byte) && byte !== PERCENT && !isOuterSpace;
    return isKept
      ? String.fromCharCode(byte)
      : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  });
  return encoded.join('');
};

const PERCENT = 0x25;
