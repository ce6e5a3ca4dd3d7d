import * as E from 'fp-ts/lib/Either.js';
import { DEFAULT_LB_CONFIG, type LbConfig } from '../../../src/core/config/config.js';
import { parseLbConfig } from '../../../src/core/config/config-codec.js';
import { FIELD_KEYS } from '../../../src/core/config/fields.js';
import type { Policy } from '../../../src/core/config/policy.js';
import {
  resolveExpression,
  type ExpressionRejection,
  type ResolvedExpression,
} from '../../../src/expression/index.js';

/** The value of a Right; a Left fails the test with its content. */
export const accepted = <A>(outcome: E.Either<unknown, A>): A => {
  if (E.isRight(outcome)) return outcome.right;
  throw new Error(`refused: ${JSON.stringify(outcome.left)}`);
};

/** The fault of a Left; a Right fails the test with its content. */
export const refused = <E>(outcome: E.Either<E, unknown>): E => {
  if (E.isLeft(outcome)) return outcome.left;
  throw new Error(`accepted: ${JSON.stringify(outcome.right)}`);
};

export const readConfig = (json: unknown): LbConfig => accepted(parseLbConfig(json)).config;

export const resolved = (
  text: string,
  config = DEFAULT_LB_CONFIG,
  modelId = 'model-a',
): ResolvedExpression => accepted(resolveExpression(config, modelId, text));

export const rejected = (
  text: string,
  config = DEFAULT_LB_CONFIG,
  modelId = 'model-a',
): ExpressionRejection => refused(resolveExpression(config, modelId, text));

/** The effective settings of a policy, without what is derived from them. */
export const settingsOf = (policy: Policy): Record<string, unknown> => ({
  algorithm: policy.algorithm,
  ...Object.fromEntries(FIELD_KEYS.map((key) => [key, policy[key]])),
});
