import type * as t from 'io-ts';
import {
  errorAt,
  missingIf,
  objectCodec,
  presentMember,
  settle,
} from '../../../core/codec/codec.js';
import type { Problem } from '../../../core/codec/fault.js';
import { checkNumber } from '../../../core/codec/number-range.js';
import { checkId } from '../../../core/codec/text-check.js';
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

const ENGINES: readonly EngineName[] = ['vllm', 'sglang'];
const DEFAULT_INTERVAL_MS = 500;
const DEFAULT_PATH = '/metrics';
const INTERVAL_RANGE = { wholeOnly: true, min: 50, max: 60_000 };
const PORT_RANGE = { wholeOnly: true, min: 1, max: 65_535 };

/** Decodes the `source` of a backend. */
export const metricsDefinitionCodec = objectCodec<MetricsDefinition>(
  'Source',
  (json, context) => {
    const errors: t.Errors = [];
    const read = (
      name: string,
      absent: unknown,
      check: (value: unknown) => Problem | undefined,
    ): unknown => {
      const value = presentMember(json, name) ?? absent;
      const problem = value === undefined ? undefined : check(value);
      if (problem) errors.push(errorAt(context, name, value, problem));
      return value;
    };
    const required = (name: string, names: readonly string[]): unknown => {
      const value = presentMember(json, name);
      const problem = checkOneOf(value, names);
      if (problem) errors.push(errorAt(context, name, value, missingIf(value, problem)));
      return value;
    };
    required('kind', ['prometheus']);
    const engine = required('engine', ENGINES);
    const intervalMs = read('interval_ms', DEFAULT_INTERVAL_MS, (value) =>
      checkNumber(value, INTERVAL_RANGE),
    );
    const modelName = read('model_name', undefined, checkId);
    const path = read('path', DEFAULT_PATH, checkPath);
    const port = read('port', undefined, (value) => checkNumber(value, PORT_RANGE));
    return settle(errors, () =>
      Object.freeze({
        kind: 'prometheus' as const,
        engine: engine as EngineName,
        intervalMs: intervalMs as number,
        path: path as string,
        ...(modelName !== undefined && { modelName: modelName as string }),
        ...(port !== undefined && { port: port as number }),
      }),
    );
  },
  ({ kind, engine, intervalMs, modelName, path, port }) => ({
    kind,
    engine,
    interval_ms: intervalMs,
    path,
    ...(modelName !== undefined && { model_name: modelName }),
    ...(port !== undefined && { port }),
  }),
);

const checkOneOf = (value: unknown, names: readonly string[]): Problem | undefined =>
  typeof value === 'string' && names.includes(value)
    ? undefined
    : { code: 'invalid_value', expected: names.map((name) => `"${name}"`).join(' or ') };

const checkPath = (value: unknown): Problem | undefined =>
  typeof value === 'string' && /^\/[^#\s]*$/.test(value)
    ? undefined
    : { code: 'invalid_value', expected: 'a path that begins with "/"' };
