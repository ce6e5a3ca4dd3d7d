/** Reads and writes the messages of `ext-proc.proto`, by protobufjs. */
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type * as Protobuf from 'protobufjs';
import type { Fault } from '../../../core/codec/fault.js';
import { loadPackage } from '../../node/load-package.js';
import descriptor from './ext-proc.json';
import { FrameWriter } from './frame-writer.js';
import { readHeaderLines } from './header-lines.js';
import {
  SERVING_STATUS,
  type ProcessingRequest,
  type ProcessingResponse,
  type ServingStatus,
} from './messages.js';

/**
 * Bytes to messages and back. Decoding throws what protobufjs throws; unknown fields are skipped.
 * What is encoded has the prefix of gRPC.
 */
export type WireCodec = Readonly<{
  decodeRequest: (bytes: Buffer) => ProcessingRequest;
  encodeResponse: (response: ProcessingResponse) => Buffer;
  /** The service a health check asks about. */
  decodeHealthRequest: (bytes: Uint8Array) => string;
  encodeHealthResponse: (status: ServingStatus) => Buffer;
}>;

/** The part of the package that is used; `require` of it gives the same below `default`. */
type ProtobufApi = Pick<typeof Protobuf, 'Root' | 'Writer'>;

type ProtobufPackage = ProtobufApi & Readonly<{ default?: ProtobufApi }>;

/** Makes the codec; left when `protobufjs` is not installed. */
export const loadWireCodec = (
  load: TE.TaskEither<Fault, ProtobufPackage> = loadPackage('protobufjs'),
): TE.TaskEither<Fault, WireCodec> =>
  pipe(
    load,
    TE.map((loaded) => codecOver(loaded.default ?? loaded)),
  );

const codecOver = ({ Root, Writer }: ProtobufApi): WireCodec => {
  const root = Root.fromJSON(descriptor);
  const type = (name: string): Protobuf.Type => root.lookupType(`homeward.picker.${name}`);
  const request = type('ProcessingRequest');
  const response = type('ProcessingResponse');
  const healthRequest = type('HealthCheckRequest');
  const healthResponse = type('HealthCheckResponse');
  const writer = new FrameWriter(() => Writer.create());
  // Without `setup` the library would put its own functions in place later.
  Object.assign(type('HeaderMap').setup(), { decode: decodeHeaderMap });
  const struct = type('Struct').setup();
  Object.assign(struct, { encode: encodedOnce(struct.encode, Writer) });
  return {
    decodeRequest: (bytes) => request.decode(bytes) as unknown as ProcessingRequest,
    encodeResponse: (message) => writer.write(response, message),
    decodeHealthRequest: (bytes) =>
      (healthRequest.decode(bytes) as unknown as Readonly<{ service: string }>).service,
    encodeHealthResponse: (status) =>
      writer.write(healthResponse, { status: SERVING_STATUS[status] }),
  };
};

/** What the library calls for the field of a message; `before` holds what an earlier one had. */
const decodeHeaderMap = (
  reader: Protobuf.Reader,
  byteCount: number,
  _endGroup: unknown,
  _depth: unknown,
  before: string[] | null,
): string[] => readHeaderLines(reader, byteCount, before ?? []);

/** Encodes an object once: those that say where requests go are the same for many of them. */
const encodedOnce = (
  encode: Protobuf.Type['encode'],
  { create }: Pick<typeof Protobuf.Writer, 'create'>,
): Protobuf.Type['encode'] => {
  const known = new WeakMap<object, Uint8Array>();
  return (struct, writer = create()) => {
    const bytes = known.get(struct) ?? encode(struct).finish();
    known.set(struct, bytes);
    return writer.raw(bytes);
  };
};
