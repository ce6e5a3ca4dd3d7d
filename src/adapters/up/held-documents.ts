/** The three files, held in memory and read by the parsers that read files. */
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { parseLbConfig } from '../../core/config/config-codec.js';
import { describeGiven, type Fault } from '../../core/codec/fault.js';
import { parseFleetDocument, type FleetDocument } from '../fleet/document/fleet-document.js';
import type { DocumentSource } from '../fleet/sources/document-source.js';
import type { FileDirectory } from '../gateway/directory/file-directory.js';
import type { DirectoryRefusal } from '../gateway/directory/port.js';
import { createListDirectory } from '../gateway/directory/list-directory.js';
import { parseModelList } from '../gateway/directory/model-list-codec.js';
import type { HeldRouting, RoutingConfig } from '../router/server/routing-files.js';
import type { SourceListener } from '../time/source.js';
import type { UpDocuments } from './up-documents.js';

/** The documents in force. */
export type HeldDocuments = Readonly<{
  routing: HeldRouting;
  directory: FileDirectory;
  /** Puts others in force; who has the routing configuration gets it from the result. */
  replace: (documents: UpDocuments) => RoutingConfig;
}>;

/** Ports of held documents. */
export type HeldDocumentsOptions = Readonly<{
  /** Whether an engine that has not answered yet may have a model that no other has. */
  mayKnowMore: () => boolean;
}>;

/** Holds documents; a model that nobody has named is unknown, or cannot be told of yet. */
export const createHeldDocuments = (
  first: UpDocuments,
  { mayKnowMore }: HeldDocumentsOptions,
): HeldDocuments => {
  let held = read(first);
  let listener: SourceListener<FleetDocument> | undefined;
  const source: DocumentSource = {
    kind: 'file',
    name: 'the engines that were named',
    start: async (given) => {
      listener = given;
      listener.onValue(held.fleet);
    },
    close: async () => {
      listener = undefined;
    },
  };
  return {
    routing: { config: () => held.config, sources: [source] },
    directory: {
      resolve: (query) => async () => {
        const found = await held.models.resolve(query)();
        const isOpenQuestion = E.isLeft(found) && found.left.code === 'unknown_model';
        return isOpenQuestion && mayKnowMore() ? E.left(notYet(query.model)) : found;
      },
      admit: () => TE.right(undefined),
      list: (apiKey) => held.models.list(apiKey),
      modelCount: () => held.entries.length,
      entries: () => held.entries,
      isRefused: () => false,
      reload: () => undefined,
      close: async () => undefined,
    },
    replace: (documents) => {
      held = read(documents);
      listener?.onValue(held.fleet);
      return held.config;
    },
  };
};

const notYet = (model: string): DirectoryRefusal => ({
  code: 'unavailable',
  message: `No engine that has answered serves the model ${describeGiven(model)}; some have not answered yet.`,
});

/** What is read of the documents; those that are made here have no faults. */
const read = ({ fleet, models, routing }: UpDocuments) => {
  const entries = orThrow(parseModelList(models));
  return {
    fleet: orThrow(parseFleetDocument(fleet)),
    models: createListDirectory(entries),
    entries,
    config: orThrow(parseLbConfig(routing)),
  };
};

const orThrow = <A>(parsed: E.Either<readonly Fault[], A>): A => {
  if (E.isRight(parsed)) return parsed.right;
  throw new Error(parsed.left.map(({ message }) => message).join('; '));
};
