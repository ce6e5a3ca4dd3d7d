/** Reads and writes the messages of `ext-proc.proto`, by protobufjs. */
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type * as Protobuf from 'protobufjs';
import type { Fault } from '../../../core/codec/fault.js';
import { loadPackage } from '../../node/load-package.js';
import descriptor from './ext-proc.json';
import {
  SERVING_STATUS,
  type ProcessingRequest,
  type ProcessingResponse,
  type ServingStatus,
} from './messages.js';

/** Bytes to messages and back. Decoding throws what protobufjs throws; unknown fields are skipped. */
export type WireCodec = Readonly<{
  decodeRequest: (bytes: Uint8Array) => ProcessingRequest;
  encodeResponse: (response: ProcessingResponse) => Uint8Array;
  /** The service a health check asks about. */
  decodeHealthRequest: (bytes: Uint8Array) => string;
  encodeHealthResponse: (status: ServingStatus) => Uint8Array;
}>;

/** The part of the package that is used; `require` of it gives the same below `default`. */
type ProtobufPackage = Pick<typeof Protobuf, 'Root'> &
  Readonly<{ default?: Pick<typeof Protobuf, 'Root'> }>;

/** Makes the codec; left when `protobufjs` is not installed. */
export const loadWireCodec = (
  load: TE.TaskEither<Fault, ProtobufPackage> = loadPackage('protobufjs'),
): TE.TaskEither<Fault, WireCodec> =>
  pipe(
    load,
    TE.map((loaded) => codecOver(loaded.default ?? loaded)),
  );

const codecOver = ({ Root }: Pick<typeof Protobuf, 'Root'>): WireCodec => {
  const root = Root.fromJSON(descriptor);
  const type = (name: string): Protobuf.Type => root.lookupType(`homeward.picker.${name}`);
  const request = type('ProcessingRequest');
  const response = type('ProcessingResponse');
  const healthRequest = type('HealthCheckRequest');
  const healthResponse = type('HealthCheckResponse');
  return {
    decodeRequest: (bytes) => request.decode(bytes) as unknown as ProcessingRequest,
    encodeResponse: (message) => response.encode(message as object).finish(),
    decodeHealthRequest: (bytes) =>
      (healthRequest.decode(bytes) as unknown as Readonly<{ service: string }>).service,
    encodeHealthResponse: (status) =>
      healthResponse.encode({ status: SERVING_STATUS[status] }).finish(),
  };
};
