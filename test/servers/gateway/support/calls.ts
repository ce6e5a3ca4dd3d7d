import { KEY } from './start-gateway.js';
import type { RawRequest } from './raw-request.js';

/** The right key as a header. */
export const AUTHORIZED = ['authorization', `Bearer ${KEY}`] as const;

const json = (body: object, path: string): RawRequest => ({
  path,
  headers: [...AUTHORIZED, 'content-type', 'application/json'],
  body: JSON.stringify({ model: 'm', ...body }),
});

export const chat = (body: object = {}): RawRequest =>
  json({ messages: [{ role: 'user', content: 'Hi' }], ...body }, '/v1/chat/completions');

export const responses = (body: object = {}): RawRequest =>
  json({ input: 'Hi', ...body }, '/v1/responses');

export const embeddings = (body: object = {}): RawRequest =>
  json({ input: 'Hi', ...body }, '/v1/embeddings');

export const jsonPassThrough = (body: object = {}): RawRequest =>
  json({ prompt: 'Hi', ...body }, '/v1/completions');

export const streamedPassThrough: RawRequest = {
  path: '/v1/audio/transcriptions?model=m',
  headers: [...AUTHORIZED, 'content-type', 'multipart/form-data; boundary=b'],
  body: '--b\r\ncontent-disposition: form-data; name="file"\r\n\r\nsound\r\n--b--\r\n',
};

export const readPassThrough: RawRequest = {
  method: 'GET',
  path: '/v1/files?limit=2&model=m',
  headers: [...AUTHORIZED],
};

/** One request of every kind that reaches the router. */
export const EVERY_PATH: Readonly<Record<string, RawRequest>> = {
  chat: chat(),
  'streaming chat': chat({ stream: true }),
  responses: responses(),
  embeddings: embeddings(),
  'a pass-through with a JSON body': jsonPassThrough(),
  'a pass-through with another body': streamedPassThrough,
  'a pass-through without a body': readPassThrough,
};

/** Adds header lines to a request. */
export const withHeaders = (request: RawRequest, ...lines: readonly string[]): RawRequest => ({
  ...request,
  headers: [...(request.headers ?? []), ...lines],
});
