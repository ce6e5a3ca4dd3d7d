import { once } from 'node:events';
import { request as httpRequest, type Agent, type IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';

/** An answer with its headers as they stood on the wire. */
export type Answer = Readonly<{
  status: number;
  rawHeaders: readonly string[];
  /** First value of a header. */
  header: (name: string) => string | undefined;
  body: string;
}>;

export type Call = Readonly<{
  method?: string;
  path?: string;
  /** Names and values, flat; added to those every request needs. */
  headers?: readonly string[];
  /** Only `headers` are sent. */
  bare?: boolean;
  body?: string | Buffer | Readable;
  agent?: Agent;
  signal?: AbortSignal;
}>;

/** Headers without which a request is refused. */
export const TRUSTED: readonly string[] = [
  'x-request-id',
  'r-1',
  'x-model',
  'm',
  'x-input-tokens',
  '10',
];

/** A chat request that a mock engine answers. */
export const CHAT = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Hello' }] });

/** Sends a request and resolves when the headers of the response are there. */
export const open = async (address: string, call: Call = {}): Promise<IncomingMessage> => {
  const { host, port } = splitAddress(address);
  const { method = 'POST', path = '/v1/chat/completions' } = call;
  // As bytes: node encodes headers in UTF-8 when they go out together with a text.
  const body = typeof call.body === 'object' ? call.body : Buffer.from(call.body ?? CHAT);
  const lines = call.bare ? [] : [...TRUSTED, 'content-type', 'application/json'];
  const isStream = !Buffer.isBuffer(body);
  const length =
    isStream || method === 'GET' ? [] : ['content-length', String(Buffer.byteLength(body))];
  const headers = ['host', address, ...lines, ...length, ...(call.headers ?? [])];
  const options = { host, port, method, path, headers, agent: call.agent ?? false };
  const request = httpRequest({ ...options, ...(call.signal && { signal: call.signal }) });
  const answered = once(request, 'response') as Promise<[IncomingMessage]>;
  if (method === 'GET') request.end();
  else if (isStream) body.pipe(request);
  else request.end(body);
  const [response] = await answered;
  // What is still to be sent may be refused once the answer is there.
  request.on('error', () => undefined);
  return response;
};

/** Sends a request and reads the whole response. */
export const send = async (address: string, call: Call = {}): Promise<Answer> => {
  const response = await open(address, call);
  let body = '';
  response.setEncoding('utf8');
  for await (const chunk of response) body += chunk as string;
  const { rawHeaders } = response;
  return {
    status: response.statusCode!,
    rawHeaders,
    header: (name) => valuesOf(rawHeaders, name)[0],
    body,
  };
};

/** All values of a header, in order. */
export const valuesOf = (rawHeaders: readonly string[], name: string): readonly string[] =>
  rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]!.toLowerCase() === name);

const splitAddress = (address: string): { host: string; port: number } => {
  const { hostname, port } = new URL(`http://${address}`);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) };
};
