import type { RawHeaders } from '../../http/header-source.js';
import type { HeaderLine, HttpHeaders } from '../wire/messages.js';

/** A request as the proxy tells of it. */
export type InboundRequest = Readonly<{
  method: string;
  /** Path and query. */
  target: string;
  /** As they stood on the wire, one character per byte; without the pseudo-headers of HTTP/2. */
  headers: RawHeaders;
  hasBody: boolean;
}>;

/** A response as the proxy tells of it. */
export type InboundResponse = Readonly<{ status: number; headers: RawHeaders }>;

/** Reads the headers of a request; absent pseudo-headers are "GET" and "/". */
export const readRequest = (message: HttpHeaders): InboundRequest => {
  const { headers, pseudo } = split(message);
  return {
    method: pseudo.get(':method') ?? 'GET',
    target: pseudo.get(':path') ?? '/',
    headers,
    hasBody: !message.endOfStream,
  };
};

/** Reads the headers of a response; a status that is no number is 0. */
export const readResponse = (message: HttpHeaders): InboundResponse => {
  const { headers, pseudo } = split(message);
  return { status: Number(pseudo.get(':status')) || 0, headers };
};

const split = ({ headers: map }: HttpHeaders) => {
  const headers: string[] = [];
  const pseudo = new Map<string, string>();
  for (const line of map?.headers ?? []) {
    const value = valueOf(line);
    if (line.key.startsWith(':')) pseudo.set(line.key, value);
    else headers.push(line.key, value);
  }
  return { headers, pseudo };
};

const valueOf = ({ rawValue, value }: HeaderLine): string =>
  latin1(rawValue !== undefined && rawValue.length > 0 ? rawValue : value);

const latin1 = (bytes: Uint8Array | undefined): string =>
  bytes === undefined || bytes.length === 0
    ? ''
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
