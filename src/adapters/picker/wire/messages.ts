/** The messages of `ext-proc.proto`, as the picker reads and writes them. */
import type { RawHeaders } from '../../http/header-source.js';

export type HttpHeaders = Readonly<{
  /** Name, value, name, value, ...; pseudo-headers of HTTP/2 included. */
  headers?: RawHeaders | null;
  endOfStream: boolean;
}>;

/** Bytes are read as buffers; protobufjs gives an empty array where there are none. */
export type HttpBody = Readonly<{ body: Uint8Array; endOfStream: boolean }>;

/** One value of a `google.protobuf.Struct`; kinds the picker has no use for are left out. */
export type Value = Readonly<{
  stringValue?: string;
  structValue?: Struct | null;
  listValue?: Readonly<{ values: readonly Value[] }> | null;
}>;

export type Struct = Readonly<{ fields: Readonly<Record<string, Value>> }>;

/** How bodies are sent, by number. */
export const BODY_MODES = {
  NONE: 0,
  STREAMED: 1,
  BUFFERED: 2,
  BUFFERED_PARTIAL: 3,
  FULL_DUPLEX_STREAMED: 4,
} as const;

/** One of the first six is there. */
export type ProcessingRequest = Readonly<{
  requestHeaders?: HttpHeaders | null;
  requestBody?: HttpBody | null;
  requestTrailers?: object | null;
  responseHeaders?: HttpHeaders | null;
  responseBody?: HttpBody | null;
  responseTrailers?: object | null;
  metadataContext?: Readonly<{ filterMetadata: Readonly<Record<string, Struct>> }> | null;
  /** By name of the filter: the attributes that the proxy is configured to send. */
  attributes: Readonly<Record<string, Struct>>;
  observabilityMode: boolean;
  protocolConfig?: Readonly<{ requestBodyMode: number; responseBodyMode: number }> | null;
}>;

export type HeaderMutation = Readonly<{
  setHeaders?: readonly Readonly<{
    header: Readonly<{ key: string; rawValue: Buffer }>;
    appendAction: number;
  }>[];
  removeHeaders?: readonly string[];
}>;

export type BodyMutation =
  | Readonly<{ body: Uint8Array }>
  | Readonly<{ streamedResponse: Readonly<{ body: Uint8Array; endOfStream: boolean }> }>;

export type CommonResponse = Readonly<{
  headerMutation?: HeaderMutation | undefined;
  bodyMutation?: BodyMutation | undefined;
  clearRouteCache?: boolean;
}>;

export type PhaseAnswer = Readonly<{ response?: CommonResponse }>;

export type ProcessingResponse = Readonly<{
  requestHeaders?: PhaseAnswer;
  responseHeaders?: PhaseAnswer;
  requestBody?: PhaseAnswer;
  responseBody?: PhaseAnswer;
  requestTrailers?: Readonly<Record<string, never>>;
  responseTrailers?: Readonly<Record<string, never>>;
  immediateResponse?: Readonly<{
    status: Readonly<{ code: number }>;
    headers?: HeaderMutation;
    body: Uint8Array;
    details: string;
  }>;
  dynamicMetadata?: Struct;
  modeOverride?: Readonly<{ requestBodyMode: number; responseBodyMode: number }> | undefined;
  overrideMessageTimeout?: Readonly<{ seconds: number; nanos: number }>;
}>;

/** What a health check is answered. */
export const SERVING_STATUS = { SERVING: 1, NOT_SERVING: 2, SERVICE_UNKNOWN: 3 } as const;

export type ServingStatus = keyof typeof SERVING_STATUS;
