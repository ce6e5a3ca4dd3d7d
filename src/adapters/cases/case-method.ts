/** How a case says by what it is decided. */
import type * as t from 'io-ts';
import { algorithmCodec, encodeAlgorithmConfig } from '../../core/config/algorithm-codec.js';
import { encodeLbConfig, lbConfigCodec } from '../../core/config/config-codec.js';
import { DEFAULT_LB_CONFIG, type LbConfig } from '../../core/config/config.js';
import { decodeMember, errorAt, presentMember, type JsonObject } from '../../core/codec/codec.js';
import type { AlgorithmConfig } from '../../core/config/fields.js';

/** One algorithm with its settings, or a whole lb-config and what the request asks of it. */
export type CaseMethod =
  | Readonly<{ kind: 'config'; config: AlgorithmConfig }>
  | Readonly<{
      kind: 'lb_config';
      lbConfig: LbConfig;
      /** A routing expression, not judged yet; absent means the configured algorithm. */
      routingMethod?: string | undefined;
    }>;

/** The members of a case that say its method. */
export const encodeMethod = (method: CaseMethod): JsonObject => {
  if (method.kind === 'config') return { config: encodeAlgorithmConfig(method.config) };
  const { lbConfig, routingMethod } = method;
  return {
    ...(lbConfig !== DEFAULT_LB_CONFIG && { lb_config: encodeLbConfig(lbConfig) }),
    ...(routingMethod !== undefined && { routing_method: routingMethod }),
  };
};

/**
 * Reads `config`, or `lb_config` and `routing_method`; without any the default lb-config decides.
 * What is wrong is added to `errors`.
 */
export const decodeMethod = (
  json: JsonObject,
  context: t.Context,
  errors: t.Errors,
): CaseMethod | undefined => {
  const config = presentMember(json, 'config');
  if (config === undefined) return decodeLbMethod(json, context, errors);
  for (const name of ['lb_config', 'routing_method']) {
    const value = presentMember(json, name);
    if (value !== undefined) errors.push(errorAt(context, name, value, NOT_BESIDE_CONFIG));
  }
  const checked = decodeMember(algorithmCodec, context, 'config', config, errors);
  return checked && { kind: 'config', config: checked.config };
};

const NOT_BESIDE_CONFIG = {
  code: 'not_applicable',
  expected: 'no such member beside config, which says it all',
} as const;

const decodeLbMethod = (
  json: JsonObject,
  context: t.Context,
  errors: t.Errors,
): CaseMethod | undefined => {
  const routingMethod = presentMember(json, 'routing_method');
  if (routingMethod !== undefined && typeof routingMethod !== 'string') {
    const problem = { code: 'wrong_type', expected: 'a routing expression, as a string' } as const;
    errors.push(errorAt(context, 'routing_method', routingMethod, problem));
  }
  const lbConfig = presentMember(json, 'lb_config');
  const checked =
    lbConfig === undefined
      ? { config: DEFAULT_LB_CONFIG }
      : decodeMember(lbConfigCodec, context, 'lb_config', lbConfig, errors);
  return (
    checked && {
      kind: 'lb_config',
      lbConfig: checked.config,
      ...(typeof routingMethod === 'string' && { routingMethod }),
    }
  );
};
