import type { ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { OwnAnswer } from '../../http/http-fault.js';

/** Writes a whole answer, unless the client is gone or has a part of another one. */
export const writeAnswer = (
  response: ServerResponse,
  { status, headers, body }: OwnAnswer,
): void => {
  if (response.headersSent || response.destroyed) return;
  // As bytes: headers that go out together with a text would be encoded as UTF-8 once more.
  const bytes = Buffer.from(body);
  response.writeHead(status, { ...headers, 'content-length': bytes.length });
  response.end(bytes);
};

/** Writes a JSON answer. */
export const writeJson = (response: ServerResponse, status: number, json: unknown): void => {
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  writeAnswer(response, { status, headers, body: JSON.stringify(json) });
};

/** An answer as it stands on the wire, for a connection on which nothing could be parsed. */
export const rawAnswer = ({ status, headers, body }: OwnAnswer): Buffer => {
  const bytes = Buffer.from(body);
  const lines = [
    `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${String(bytes.length)}`,
    'connection: close',
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), bytes]);
};
