/** A model directory over a list that is all there. */
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { digestOf, isAnyDigest } from './key-check.js';
import type {
  DirectoryRefusal,
  ModelDirectory,
  ModelEntry,
  ModelListing,
  ModelQuery,
  ResolvedModel,
} from './port.js';

/** An entry of the list, with the keys that open it. */
export type ListEntry = ModelEntry &
  Readonly<{
    /** SHA-256 of each key, 32 bytes; undefined: open to all. */
    keyDigests: readonly Buffer[] | undefined;
  }>;

/**
 * Makes a directory of a list.
 *
 * A name is looked up as it stands first, then as `<routing key>/<model>`, split at the first "/".
 * Of several entries with one name the first that the key opens is taken, then the first open one.
 */
export const createListDirectory = (entries: readonly ListEntry[]): Required<ModelDirectory> => {
  const names = indexByName(entries);
  const resolve = ({ model, apiKey }: ModelQuery): E.Either<DirectoryRefusal, ResolvedModel> => {
    const digest = apiKey === undefined ? undefined : digestOf(apiKey);
    const asItStands = names.asItStands.get(model) ?? [];
    const scoped = names.scoped.get(model) ?? [];
    const found = admit(asItStands, digest) ?? admit(scoped, digest);
    if (found !== undefined) return E.right(found);
    // Only those who have any business here learn which models do not exist.
    const isHidden = asItStands.length + scoped.length > 0 || admit(entries, digest) === undefined;
    return E.left({ code: isHidden && entries.length > 0 ? 'wrong_key' : 'unknown_model' });
  };
  const isStranger = (apiKey: string | undefined): boolean =>
    entries.length > 0 &&
    admit(entries, apiKey === undefined ? undefined : digestOf(apiKey)) === undefined;
  const list = (apiKey: string | undefined): E.Either<DirectoryRefusal, ModelListing> => {
    if (isStranger(apiKey)) return E.left({ code: 'wrong_key' });
    const digest = apiKey === undefined ? undefined : digestOf(apiKey);
    const admitted = admit(entries, digest);
    const leadsTo = (id: string, entry: ListEntry): boolean => {
      const resolved = resolve({ model: id, apiKey });
      return E.isRight(resolved) && resolved.right.entry === entry;
    };
    const models = entries.flatMap((entry) => {
      const id = namesOf(entry).find((name) => leadsTo(name, entry));
      return id === undefined ? [] : [{ id, entry }];
    });
    return E.right({ models, isAuthenticated: admitted?.isAuthenticated ?? false });
  };
  return {
    admit: (apiKey) => (isStranger(apiKey) ? TE.left({ code: 'wrong_key' }) : TE.right(undefined)),
    resolve: (query) => TE.fromEither(resolve(query)),
    list: (apiKey) => TE.fromEither(list(apiKey)),
  };
};

type Names = Readonly<Record<'asItStands' | 'scoped', ReadonlyMap<string, readonly ListEntry[]>>>;

const indexByName = (entries: readonly ListEntry[]): Names => {
  const asItStands = new Map<string, ListEntry[]>();
  const scoped = new Map<string, ListEntry[]>();
  for (const entry of entries) {
    const [plain, full] = namesOf(entry);
    append(asItStands, plain!, entry);
    if (full !== undefined) append(scoped, full, entry);
  }
  return { asItStands, scoped };
};

/**
 * What a client may write for an entry, the most exact last. A routing key with a "/" cannot be
 * split off again.
 */
export const namesOf = ({ routingKey, model }: ModelEntry): readonly string[] =>
  routingKey === undefined || routingKey.includes('/')
    ? [model]
    : [model, `${routingKey}/${model}`];

const append = (map: Map<string, ListEntry[]>, name: string, entry: ListEntry): void => {
  const entries = map.get(name) ?? [];
  map.set(name, entries);
  entries.push(entry);
};

/** The entry a caller gets: one its key opens, else one that is open to all. */
const admit = (
  entries: readonly ListEntry[],
  digest: Buffer | undefined,
): ResolvedModel | undefined => {
  const opened = entries.find((entry) => isOpenedBy(entry, digest));
  if (opened !== undefined) return { entry: opened, isAuthenticated: true };
  const open = entries.find(({ keyDigests }) => keyDigests === undefined);
  return open === undefined ? undefined : { entry: open, isAuthenticated: false };
};

const isOpenedBy = ({ keyDigests }: ListEntry, digest: Buffer | undefined): boolean =>
  keyDigests !== undefined && digest !== undefined && isAnyDigest(keyDigests, digest);
