import type { Codec } from '../../../core/codec/codec.js';
import { defaulted, objectCodec, optional, required } from '../../../core/codec/object-codec.js';
import { id, nameIn, numberIn, valueCodec } from '../../../core/codec/value-codec.js';
import type { EngineName } from '../../engine-metrics/read-engine-page.js';

/** The metrics page of a backend. */
export type MetricsDefinition = Readonly<{
  kind: 'prometheus';
  engine: EngineName;
  /** From poll to poll. */
  intervalMs: number;
  /** Served model name, where the page shows several. */
  modelName?: string;
  /** Below the URL of the backend. */
  path: string;
  /** Where it is not that of the backend. */
  port?: number;
}>;

const PATH = /^\/[^#\s]*$/;

const path = valueCodec<string>('path', {
  problemOf: (json) =>
    typeof json === 'string' && PATH.test(json)
      ? undefined
      : { code: 'invalid_value', expected: 'a path that begins with "/"' },
  schema: { type: 'string', pattern: PATH.source },
});

const intervalMs = numberIn({ wholeOnly: true, min: 50, max: 60_000 });
const port = numberIn({ wholeOnly: true, min: 1, max: 65_535 });

/** Decodes the `source` of a backend. */
export const metricsDefinitionCodec: Codec<MetricsDefinition> = objectCodec<MetricsDefinition>(
  'Source',
  {
    members: {
      kind: required('kind', nameIn(['prometheus'], '"prometheus"')),
      engine: required('engine', nameIn(['vllm', 'sglang'], '"vllm" or "sglang"')),
      intervalMs: defaulted('interval_ms', intervalMs, 500, 'ms from poll to poll'),
      modelName: optional('model_name', id, 'served model, where the page shows several'),
      path: defaulted('path', path, '/metrics', 'below the URL of the backend'),
      port: optional('port', port, 'where it is not that of the backend'),
    },
    unknown: 'refused',
  },
);
