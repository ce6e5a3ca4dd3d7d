/** What an engine says of itself: its models, and whether its metrics are understood. */
import * as E from 'fp-ts/lib/Either.js';
import * as RA from 'fp-ts/lib/ReadonlyArray.js';
import { pipe } from 'fp-ts/lib/function.js';
import { decodeWith } from '../../core/codec/codec.js';
import { fault, type Fault } from '../../core/codec/fault.js';
import { parseTextWith } from '../../core/codec/json-text.js';
import { listOf } from '../../core/codec/list-codec.js';
import { objectCodec, required } from '../../core/codec/object-codec.js';
import { checkHeaderText } from '../../core/codec/text-check.js';
import { anyString } from '../../core/codec/value-codec.js';
import {
  parseEnginePage,
  readEngineModel,
  type EngineName,
  type EnginePage,
} from '../engine-metrics/read-engine-page.js';
import { fetchText, type FetchedText } from '../node/fetch-text.js';
import type { Clock } from '../time/clock.js';

/** A model of an engine. */
export type ServedModel = Readonly<{
  id: string;
  /** How its metrics page is read; absent: there is none that is understood. */
  page?: Readonly<{ engine: EngineName; modelName?: string }>;
}>;

/** An engine that has answered. */
export type EngineFacts = Readonly<{
  /** Base URL without a slash at its end. */
  url: string;
  /** At least one. */
  models: readonly ServedModel[];
  /** What is wrong with the ids of models that cannot be routed to. */
  leftOut: readonly Fault[];
  /** Why no model has a page; absent when one has. */
  pageFault?: Fault;
}>;

/** How an engine is asked. */
export type AskOptions = Readonly<{
  clock: Clock;
  signal: AbortSignal;
  /** API key of the engine, where it wants one. */
  key: string | undefined;
}>;

/** For one answer, ms. */
const TIMEOUT_MS = 2000;

const MAX_BYTES = 8 * 1024 * 1024;

/**
 * Asks an engine for its models (`GET /v1/models`) and looks at its metrics page.
 *
 * Left when it does not answer, or names no model that can be routed to. A page that is missing or
 * of another make is no fault.
 */
export const askEngine = async (
  url: string,
  { key, ...options }: AskOptions,
): Promise<E.Either<readonly Fault[], EngineFacts>> => {
  const limits = { ...options, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES };
  const headers: Readonly<Record<string, string>> =
    key === undefined ? {} : { authorization: `Bearer ${key}` };
  const [models, page] = await Promise.all([
    fetchText(`${url}/v1/models`, { ...limits, headers }),
    fetchText(`${url}/metrics`, limits),
  ]);
  if (E.isLeft(models)) return E.left([withKeyHint(models.left)]);
  return pipe(
    parseTextWith(models.right.text, (json) => E.chain(routable)(decodeWith(modelsCodec, json))),
    E.mapLeft((faults) => faults.map((fault) => ofModels(url, fault))),
    E.map(({ ids, leftOut }) => ({ url, leftOut, ...readModels(url, [...new Set(ids)], page) })),
  );
};

/** Who may not ask is told where the key goes. */
const withKeyHint = (fault: Fault): Fault =>
  ['401', '403'].includes(fault.given)
    ? { ...fault, message: `${fault.message} (HOMEWARD_UP_ENGINE_KEY: its key)` }
    : fault;

/** A fault of the answer, with what was asked. */
const ofModels = (url: string, fault: Fault): Fault => ({
  ...fault,
  message: `GET ${url}/v1/models: ${fault.message}`,
});

type Models = Readonly<{ data: readonly Readonly<{ id: string }>[] }>;

const modelsCodec = objectCodec<Models>('Models', {
  members: {
    data: required(
      'data',
      listOf(
        objectCodec<{ id: string }>('Model', {
          members: { id: required('id', anyString('a string')) },
          unknown: 'ignored',
        }),
        { what: 'an array of models', problemOfEmpty: { code: 'missing', expected: 'a model' } },
      ),
    ),
  },
  unknown: 'ignored',
});

/** The ids that can be routed to, and the faults of the others; left when there are only those. */
const routable = ({
  data,
}: Models): E.Either<
  readonly Fault[],
  Readonly<{ ids: readonly string[]; leftOut: readonly Fault[] }>
> => {
  const { left: leftOut, right: ids } = RA.partitionMapWithIndex(readId)(data);
  return ids.length === 0 ? E.left(leftOut) : E.right({ ids, leftOut });
};

const readId = (i: number, { id: given }: Models['data'][number]): E.Either<Fault, string> => {
  const problem = checkHeaderText(given);
  const path = `data[${String(i)}].id`;
  return problem === undefined ? E.right(given) : E.left(fault({ ...problem, path, given }));
};

const readModels = (
  url: string,
  ids: readonly string[],
  page: E.Either<Fault, FetchedText>,
): Pick<EngineFacts, 'models' | 'pageFault'> => {
  if (E.isLeft(page)) return { models: ids.map((id) => ({ id })), pageFault: page.left };
  const pages = parsePage(page.right.text);
  const models = ids.map((id) => readModel(id, pages));
  return models.some((model) => model.page !== undefined)
    ? { models }
    : { models, pageFault: otherPage(url, page.right.text) };
};

/** The prefix of vLLM's names may be missing, so it comes last. */
const ENGINES: readonly EngineName[] = ['sglang', 'vllm'];

type Page = Readonly<{
  engine: EngineName;
  parsed: EnginePage;
  /** Whether it can be read without a name: one is needed only where a page shows several models. */
  isOfOneModel: boolean;
}>;

/** A page as each engine that it may be of. */
const parsePage = (text: string): readonly Page[] =>
  ENGINES.flatMap((engine) => {
    const parsed = parseEnginePage(engine, text);
    return E.isLeft(parsed)
      ? []
      : [{ engine, parsed: parsed.right, isOfOneModel: canRead(parsed.right) }];
  });

const readModel = (id: string, pages: readonly Page[]): ServedModel => {
  for (const { engine, parsed, isOfOneModel } of pages) {
    if (isOfOneModel) return { id, page: { engine } };
    if (canRead(parsed, id)) return { id, page: { engine, modelName: id } };
  }
  return { id };
};

const canRead = (page: EnginePage, modelName?: string): boolean =>
  E.isRight(readEngineModel(page, undefined, 0, { modelName }));

const otherPage = (url: string, text: string): Fault => {
  const about = `GET ${url}/metrics`;
  const expected = 'figures of vLLM or SGLang';
  return fault({ code: 'invalid_value', path: '', expected, given: text, about });
};
