import { once } from 'node:events';
import { connect } from 'node:net';
import { onTestFinished } from 'vitest';
import { until } from '../../support/until.js';

/** A TCP connection on which a test writes HTTP by hand. */
export type RawConnection = Readonly<{
  write: (text: string | Buffer) => void;
  /** What has come, one character per byte. */
  received: () => string;
  isClosed: () => boolean;
  /** Leaves at once. */
  leave: () => void;
}>;

/** Connects to `host:port` or a base URL; left when the test is over. */
export const openRaw = async (address: string): Promise<RawConnection> => {
  const { hostname, port } = new URL(address.includes('//') ? address : `http://${address}`);
  const socket = connect(Number(port), hostname.replace(/^\[|\]$/g, ''));
  await once(socket, 'connect');
  let received = '';
  let isClosed = false;
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
  socket.on('error', () => undefined);
  socket.on('close', () => (isClosed = true));
  onTestFinished(() => void socket.destroy());
  return {
    write: (text) => socket.write(text),
    received: () => received,
    isClosed: () => isClosed,
    leave: () => socket.destroy(),
  };
};

/** A request as it stands on the wire, one character per byte. */
export const requestText = (line: string, headers: readonly string[], body = ''): string => {
  const lines = Array.from(
    { length: headers.length / 2 },
    (_, at) => `${headers[2 * at]!}: ${headers[2 * at + 1]!}`,
  );
  const length = body === '' ? [] : [`content-length: ${String(Buffer.byteLength(body))}`];
  return [`${line} HTTP/1.1`, 'host: localhost', ...length, ...lines, '', body].join('\r\n');
};

/** Sends text and resolves with what comes until the connection is closed by the server. */
export const talk = async (address: string, text: string | Buffer): Promise<string> => {
  const connection = await openRaw(address);
  connection.write(text);
  await until('the server closes the connection', connection.isClosed);
  return connection.received();
};

/** An answer taken apart: status, headers by lower-case name, body. */
export const parseAnswer = (
  text: string,
): Readonly<{ status: number; headers: ReadonlyMap<string, string>; body: string }> => {
  const end = text.indexOf('\r\n\r\n');
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return { status: Number(first.split(' ')[1]), headers, body: text.slice(end + 4) };
};
