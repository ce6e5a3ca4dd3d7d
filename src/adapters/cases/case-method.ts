/** How a case says by what it is decided. */
import type * as t from 'io-ts';
import { errorAt, presentMember, type JsonObject } from '../../core/codec/codec.js';
import { optional, type Members } from '../../core/codec/object-codec.js';
import { anyString } from '../../core/codec/value-codec.js';
import { algorithmCodec, type Checked } from '../../core/config/algorithm-codec.js';
import { lbConfigCodec } from '../../core/config/config-codec.js';
import { DEFAULT_LB_CONFIG, type LbConfig } from '../../core/config/config.js';
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

/** The same as members of a case; without any the default lb-config decides. */
export type MethodRow = Readonly<{
  config?: Checked<AlgorithmConfig>;
  lbConfig?: Checked<LbConfig>;
  routingMethod?: string;
}>;

export const METHOD_MEMBERS: Members<MethodRow> = {
  config: optional('config', algorithmCodec),
  lbConfig: optional('lb_config', lbConfigCodec),
  routingMethod: optional('routing_method', anyString('a routing expression, as a string')),
};

export const methodOf = ({ config, lbConfig, routingMethod }: MethodRow): CaseMethod =>
  config !== undefined
    ? { kind: 'config', config: config.config }
    : {
        kind: 'lb_config',
        lbConfig: lbConfig?.config ?? DEFAULT_LB_CONFIG,
        ...(routingMethod !== undefined && { routingMethod }),
      };

export const methodRow = (method: CaseMethod): MethodRow => {
  if (method.kind === 'config') return { config: { config: method.config, warnings: [] } };
  const { lbConfig, routingMethod } = method;
  return {
    ...(lbConfig !== DEFAULT_LB_CONFIG && { lbConfig: { config: lbConfig, warnings: [] } }),
    ...(routingMethod !== undefined && { routingMethod }),
  };
};

/** An error for each member that contradicts `config`. */
export const besideConfig = (json: JsonObject, context: t.Context): t.Errors => {
  if (presentMember(json, 'config') === undefined) return [];
  return ['lb_config', 'routing_method'].flatMap((name) => {
    const value = presentMember(json, name);
    return value === undefined ? [] : [errorAt(context, name, value, NOT_BESIDE_CONFIG)];
  });
};

const NOT_BESIDE_CONFIG = {
  code: 'not_applicable',
  expected: 'no such member beside config, which says it all',
} as const;
