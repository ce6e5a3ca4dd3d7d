import type { RawHeaders } from '../../http/header-source.js';
import type { HttpBody, HttpHeaders } from '../wire/messages.js';

/** A request as the proxy tells of it. */
export type InboundRequest = Readonly<{
  method: string;
  /** Path and query. */
  target: string;
  /** As they stood on the wire, one character per byte; without the pseudo-headers of HTTP/2. */
  headers: RawHeaders;
  hasBody: boolean;
  /** What `content-length` says of the body; undefined when it says nothing. */
  declaredBytes: number | undefined;
}>;

/** A response as the proxy tells of it. */
export type InboundResponse = Readonly<{ status: number; headers: RawHeaders }>;

/** Reads the headers of a request; absent pseudo-headers are "GET" and "/". */
export const readRequest = (message: HttpHeaders): InboundRequest => {
  const { headers, method = 'GET', path = '/', length } = split(message);
  return {
    method,
    target: path,
    headers,
    hasBody: !message.endOfStream,
    declaredBytes: wholeNumber(length),
  };
};

/** Reads the headers of a response; a status that is no number is 0. */
export const readResponse = (message: HttpHeaders): InboundResponse => {
  const { headers, status } = split(message);
  return { status: Number(status) || 0, headers };
};

const wholeNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;

const split = ({ headers: lines }: HttpHeaders) => {
  const headers: string[] = [];
  const found: Found = { headers };
  for (let i = 0; lines && i + 1 < lines.length; i += 2) {
    const key = lines[i]!;
    const value = lines[i + 1]!;
    if (key === 'content-length') found.length = value;
    if (!key.startsWith(':')) headers.push(key, value);
    else if (key === ':method') found.method = value;
    else if (key === ':path') found.path = value;
    else if (key === ':status') found.status = value;
  }
  return found;
};

/** Headers, and what of them is looked at here. */
type Found = {
  readonly headers: RawHeaders;
  method?: string;
  path?: string;
  status?: string;
  length?: string;
};

/** Reads a body; protobufjs gives a plain empty array where bytes are absent. */
export const readBody = ({ body, endOfStream }: HttpBody): HttpBody => ({
  body: body.length === 0 ? NO_BYTES : body,
  endOfStream,
});

const NO_BYTES = new Uint8Array(0);
