/** The three files that people write, and how each is read. */
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { isJsonObject, ownMember, type JsonSchema } from '../../../core/codec/codec.js';
import { fault, type Fault } from '../../../core/codec/fault.js';
import { shareSchemas } from '../../../core/codec/share-schemas.js';
import type { Checked } from '../../../core/config/algorithm-codec.js';
import { lbConfigCodec, parseLbConfig } from '../../../core/config/config-codec.js';
import type { LbConfig } from '../../../core/config/config.js';
import {
  fleetDocumentCodec,
  parseFleetDocument,
  type FleetDocument,
} from '../../fleet/document/fleet-document.js';
import type { ListEntry } from '../../gateway/directory/list-directory.js';
import { modelListCodec, parseModelList } from '../../gateway/directory/model-list-codec.js';

/** What a file is for. */
export const FILE_KINDS = ['fleet', 'models', 'routing'] as const;

export type FileKind = (typeof FILE_KINDS)[number];

/** A file that was read. */
export type FileContent =
  | Readonly<{ kind: 'fleet'; fleet: FleetDocument }>
  | Readonly<{ kind: 'models'; models: readonly ListEntry[] }>
  | Readonly<{ kind: 'routing'; routing: LbConfig }>;

/** Reads one of the three files, whichever it is. */
export const parseAnyFile = (json: unknown): E.Either<readonly Fault[], Checked<FileContent>> => {
  const kind = kindOf(json);
  switch (kind) {
    case undefined:
      return E.left([fault({ code: 'wrong_type', path: '', expected: ANY_FILE, given: json })]);
    case 'fleet':
      return pipe(
        parseFleetDocument(json),
        E.map((fleet) => good({ kind, fleet })),
      );
    case 'models':
      return pipe(
        parseModelList(json),
        E.map((models) => good({ kind, models })),
      );
    case 'routing':
      return pipe(
        parseLbConfig(json),
        E.map(({ config, warnings }) => ({ config: { kind, routing: config }, warnings })),
      );
  }
};

/** What a file is, told by its members: the routing file is the one that may have none. */
export const kindOf = (json: unknown): FileKind | undefined => {
  if (!isJsonObject(json)) return undefined;
  if (ownMember(json, 'targets') !== undefined) return 'fleet';
  return Array.isArray(ownMember(json, 'models')) ? 'models' : 'routing';
};

const ANY_FILE =
  'an object: a fleet with targets, a model file with a list of models, or a routing file';

const good = (config: FileContent): Checked<FileContent> => ({ config, warnings: [] });

/** The JSON Schema of a kind of file. */
export const fileSchema = (kind: FileKind): JsonSchema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  ...shareSchemas({ ...CODECS[kind].schema(), title: TITLES[kind] }),
});

const CODECS = { fleet: fleetDocumentCodec, models: modelListCodec, routing: lbConfigCodec };

const TITLES: Readonly<Record<FileKind, string>> = {
  fleet: 'homeward: the engines a router routes to',
  models: 'homeward: the models of a gateway',
  routing: 'homeward: which algorithm serves which model (lb-config)',
};
