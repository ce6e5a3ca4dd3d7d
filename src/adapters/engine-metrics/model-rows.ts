import * as E from 'fp-ts/lib/Either.js';
import { describeGiven, fault, type Fault } from '../../core/codec/fault.js';
import type { Sample } from './page.js';
import type { EngineReader, Rows } from './quantities.js';

/**
 * The rows of one model of a page that may show several.
 *
 * A page with a single model needs no name. A page whose models do not include the named one, or
 * with several and no name, is a fault that lists them. With several models, rows without a model
 * are left out: they may be anybody's.
 */
export const rowsOfModel = (
  rows: Rows,
  { names }: EngineReader,
  modelName: string | undefined,
): E.Either<Fault, Rows> => {
  const models = new Set(names.flatMap((name) => rows(name).flatMap((row) => modelOf(row) ?? [])));
  if (models.size === 0) return E.right(rows);
  if (modelName === undefined ? models.size > 1 : !models.has(modelName)) {
    return E.left(unclearModel(models, modelName));
  }
  if (models.size === 1) return E.right(rows);
  return E.right((name) => rows(name).filter((row) => modelOf(row) === modelName));
};

/** Served model name, by engine and age of the page. */
const MODEL_LABELS = ['model_name', 'name', 'model'] as const;

const MAX_MODELS_NAMED = 5;

const modelOf = ({ labels }: Sample): string | undefined => {
  const label = MODEL_LABELS.find((name) => labels.has(name));
  return label === undefined ? undefined : labels.get(label);
};

const unclearModel = (models: ReadonlySet<string>, modelName: string | undefined): Fault => {
  const named = [...models].slice(0, MAX_MODELS_NAMED).map(describeGiven);
  const rest = models.size > named.length ? ', ...' : '';
  return fault({
    code: modelName === undefined ? 'missing' : 'invalid_value',
    path: 'model_name',
    expected: `a model of the metrics page: ${named.join(', ')}${rest}`,
    given: modelName,
  });
};
