import * as E from 'fp-ts/lib/Either.js';
import { describeGiven, fault, type Fault } from '../../core/codec/fault.js';
import type { Sample } from './page.js';
import type { EngineReader, Rows } from './quantities.js';

/** The rows of a page: of all its models, and by model. */
export type ModelRows = Readonly<{
  all: Rows;
  /** By served model name. Rows without a model are left out: they may be anybody's. */
  byModel: ReadonlyMap<string, ReadonlyMap<string, readonly Sample[]>>;
}>;

/** Sorts the rows of a page once, for as many models as it shows. */
export const groupByModel = (all: Rows, { names }: EngineReader): ModelRows => {
  const byModel = new Map<string, Map<string, Sample[]>>();
  for (const name of names) {
    for (const row of all(name)) {
      const model = modelOf(row);
      if (model === undefined) continue;
      const own = byModel.get(model) ?? new Map<string, Sample[]>();
      byModel.set(model, own);
      const known = own.get(name);
      if (known === undefined) own.set(name, [row]);
      else known.push(row);
    }
  }
  return { all, byModel };
};

/**
 * The rows of one model of a page that may show several.
 *
 * A page with a single model needs no name. A page whose models do not include the named one, or
 * with several and no name, is a fault that lists them.
 */
export const rowsOfModel = (
  { all, byModel }: ModelRows,
  modelName: string | undefined,
): E.Either<Fault, Rows> => {
  if (byModel.size === 0) return E.right(all);
  const named = modelName === undefined ? undefined : byModel.get(modelName);
  if (modelName === undefined ? byModel.size > 1 : named === undefined) {
    return E.left(unclearModel([...byModel.keys()], modelName));
  }
  if (byModel.size === 1) return E.right(all);
  return E.right((name) => named?.get(name) ?? []);
};

/** Served model name, by engine and age of the page. */
const MODEL_LABELS = ['model_name', 'name', 'model'] as const;

const MAX_MODELS_NAMED = 5;

const modelOf = ({ labels }: Sample): string | undefined => {
  const label = MODEL_LABELS.find((name) => labels.has(name));
  return label === undefined ? undefined : labels.get(label);
};

const unclearModel = (models: readonly string[], modelName: string | undefined): Fault => {
  const named = models.slice(0, MAX_MODELS_NAMED).map(describeGiven);
  const rest = models.length > named.length ? ', ...' : '';
  return fault({
    code: modelName === undefined ? 'missing' : 'invalid_value',
    path: 'model_name',
    expected: `a model of the metrics page: ${named.join(', ')}${rest}`,
    given: modelName,
  });
};
