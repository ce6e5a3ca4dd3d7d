import { connect, type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2';
import { connect as connectSocket, type Socket } from 'node:net';
import protobuf from 'protobufjs';
import { onTestFinished } from 'vitest';
import descriptor from '../../../../src/adapters/picker/wire/ext-proc.json';
import { MessageReader } from '../../../../src/adapters/picker/grpc/message-reader.js';
import { framed } from '../../../support/framed.js';

const root = protobuf.Root.fromJSON(descriptor);
const type = (name: string) => root.lookupType(`homeward.picker.${name}`);
const PROCESS = '/envoy.service.ext_proc.v3.ExternalProcessor/Process';
const CHECK = '/grpc.health.v1.Health/Check';

/** How a call ended: the answers, and the gRPC status, or that it was reset. */
export type CallEnd = Readonly<{
  answers: readonly Readonly<Record<string, unknown>>[];
  status: number | undefined;
  message: string;
}>;

/** One call of a peer that sends what it likes. */
export type PeerCall = Readonly<{
  stream: ClientHttp2Stream;
  /** Sends a message that is one. */
  send: (message: object) => void;
  /** Sends bytes as one message. */
  sendBytes: (bytes: Uint8Array) => void;
  /** Answers so far. */
  answers: readonly Readonly<Record<string, unknown>>[];
  /** Resolves when there are so many answers, or the call has ended. */
  answered: (count: number) => Promise<void>;
  ended: Promise<CallEnd>;
}>;

/**
 * A client of the picker without a proxy between them; ends with the test. `socket`: one that is
 * connected already.
 */
export const connectPeer = (address: string, socket: Socket = socketTo(address)) => {
  const session: ClientHttp2Session = connect(`http://${address}`, {
    createConnection: () => socket,
    // MB: some peers send more than they are asked for.
    maxSessionMemory: 1_000,
  });
  session.on('error', () => undefined);
  // As a proxy that crashes.
  onTestFinished(() => {
    socket.destroy();
  });
  return {
    session,
    process: () => call(session, PROCESS, 'ProcessingRequest', 'ProcessingResponse'),
    open: (path: string) => call(session, path, 'ProcessingRequest', 'ProcessingResponse'),
    check: async (service: string): Promise<CallEnd> => {
      const health = call(session, CHECK, 'HealthCheckRequest', 'HealthCheckResponse');
      health.send({ service });
      health.stream.end();
      return health.ended;
    },
  };
};

const socketTo = (address: string): Socket => {
  const [host, port] = address.split(':');
  return connectSocket(Number(port), host);
};

const call = (
  session: ClientHttp2Session,
  path: string,
  requestType: string,
  responseType: string,
): PeerCall => {
  const stream = session.request({
    ...{ ':method': 'POST', ':path': path, te: 'trailers' },
    'content-type': 'application/grpc',
  });
  const answers: Readonly<Record<string, unknown>>[] = [];
  const reader = new MessageReader(64 * 1024 * 1024);
  let status: number | undefined;
  let message = '';
  let isOver = false;
  let wake = (): void => undefined;
  const read = (headers: Readonly<Record<string, unknown>>): void => {
    if (headers['grpc-status'] === undefined) return;
    status = Number(headers['grpc-status']);
    message = decodeURIComponent(String(headers['grpc-message'] ?? ''));
  };
  stream.on('response', read);
  stream.on('trailers', read);
  stream.on('error', () => undefined);
  stream.on('data', (piece: Buffer) => {
    reader.push(piece, (bytes) => answers.push(type(responseType).decode(bytes).toJSON()));
    wake();
  });
  const ended = new Promise<CallEnd>((resolve) => {
    stream.on('close', () => {
      isOver = true;
      wake();
      resolve({ answers, status, message });
    });
  });
  const sendBytes = (bytes: Uint8Array): void => void stream.write(framed(bytes));
  return {
    ...{ stream, answers, ended, sendBytes },
    send: (given) => {
      sendBytes(type(requestType).encode(given).finish());
    },
    answered: async (count) => {
      while (answers.length < count && !isOver) {
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
};

/** Headers of a request as a proxy sends them. */
export const requestHeaders = (
  more: Readonly<Record<string, string>> = {},
  about: Readonly<{ endOfStream?: boolean; mode?: number; responseMode?: number }> = {},
): object => {
  const headers = {
    ...{ ':method': 'POST', ':path': '/v1/chat/completions', ':authority': 'x' },
    ...{ 'content-type': 'application/json', ...more },
  };
  return {
    requestHeaders: {
      headers: {
        headers: Object.entries(headers).map(([key, value]) => ({
          ...{ key, rawValue: Buffer.from(value) },
        })),
      },
      endOfStream: about.endOfStream ?? false,
    },
    protocolConfig: {
      ...{ requestBodyMode: about.mode ?? 2, responseBodyMode: about.responseMode ?? 0 },
    },
  };
};

/** A request body. */
export const requestBody = (text: string | Buffer, endOfStream = true): object => ({
  requestBody: { body: Buffer.from(text), endOfStream },
});

/** A chat request for model `m`. */
export const CHAT = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hi' }] });

/** Headers of a response. */
export const responseHeaders = (status: number, served?: string): object => ({
  responseHeaders: {
    headers: { headers: [{ key: ':status', rawValue: Buffer.from(String(status)) }] },
  },
  ...(served !== undefined && {
    metadataContext: {
      filterMetadata: {
        'envoy.lb': {
          fields: { 'x-gateway-destination-endpoint-served': { stringValue: served } },
        },
      },
    },
  }),
});

/** A subset hint. */
export const subsetHint = (endpoints: readonly string[]): object => ({
  metadataContext: {
    filterMetadata: {
      'envoy.lb.subset_hint': {
        fields: {
          'x-gateway-destination-endpoint-subset': {
            listValue: { values: endpoints.map((stringValue) => ({ stringValue })) },
          },
        },
      },
    },
  },
});
