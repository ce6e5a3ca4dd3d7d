import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request as it stood on the wire. */
export type ReceivedRequest = Readonly<{
  method: string;
  target: string;
  rawHeaders: readonly string[];
  /** Every value of a header, by lower-case name. */
  values: (name: string) => readonly string[];
  /** What has come of the body. */
  body: () => Buffer;
  isComplete: () => boolean;
  /** The connection was closed before the response was over. */
  isAborted: () => boolean;
}>;

/** Answers one request. */
export type RouterScript = (response: ServerResponse, request: ReceivedRequest) => void;

/** A router that writes down what it gets and answers as told. */
export type FakeRouter = Readonly<{
  url: string;
  requests: readonly ReceivedRequest[];
  /** The latest request; throws when there is none. */
  last: () => ReceivedRequest;
  /** Answers later requests this way. */
  script: (next: RouterScript) => void;
  /** Answers later requests as soon as their headers are there. */
  answerEarly: () => void;
  openSocketCount: () => number;
  close: () => Promise<void>;
}>;

/** A small answer, as of an engine of cluster `clusterId`. */
export const answerFrom =
  (clusterId: string, status = 200): RouterScript =>
  (response) => {
    response.writeHead(status, {
      'content-type': 'application/json',
      'x-stargate-cluster-id': clusterId,
      'x-inference-server-id': `${clusterId}-1`,
    });
    response.end('{"ok":true}');
  };

/** An answer of the router itself. */
export const refuseWith =
  (status: number, code: string, headers: Readonly<Record<string, string>> = {}): RouterScript =>
  (response) => {
    response.writeHead(status, {
      'content-type': 'application/json',
      'x-stargate-error-code': code,
      ...headers,
    });
    response.end(JSON.stringify({ error: `because of ${code}`, code }));
  };

/** Starts one on loopback; it answers once a request is there in full, and ends with the test. */
export const startFakeRouter = async (
  first: RouterScript = answerFrom('A'),
): Promise<FakeRouter> => {
  const requests: ReceivedRequest[] = [];
  let script = first;
  let isEarly = false;
  let sockets = 0;
  const server = createServer((request, response) => {
    const received = receive(request, response);
    requests.push(received);
    if (isEarly) script(response, received);
    else request.on('end', () => script(response, received));
    request.on('error', () => undefined);
  });
  server.on('connection', (socket) => {
    sockets += 1;
    socket.on('close', () => (sockets -= 1));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(close);
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    requests,
    last: () => {
      const last = requests.at(-1);
      if (last === undefined) throw new Error('the router got no request');
      return last;
    },
    script: (next) => (script = next),
    answerEarly: () => (isEarly = true),
    openSocketCount: () => sockets,
    close,
  };
};

const receive = (request: IncomingMessage, response: ServerResponse): ReceivedRequest => {
  const chunks: Buffer[] = [];
  let isAborted = false;
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  response.on('close', () => (isAborted = !response.writableFinished));
  const { rawHeaders } = request;
  return {
    method: request.method!,
    target: request.url!,
    rawHeaders,
    values: (name) =>
      rawHeaders.filter(
        (_, index) => rawHeaders[index - 1]?.toLowerCase() === name && index % 2 === 1,
      ),
    body: () => Buffer.concat(chunks),
    isComplete: () => request.complete,
    isAborted: () => isAborted,
  };
};
