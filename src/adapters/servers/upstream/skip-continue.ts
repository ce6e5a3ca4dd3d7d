/**
 * Leaves out interim responses (1xx) that nobody has asked for, `101` alone excepted.
 *
 * RFC 9110, section 15.2, has a client ignore them. undici takes a `100 Continue`, behind another
 * interim response too, for a broken response, so they are taken out of what is read before it sees
 * it. It writes the head of a request as one text, and has one request under way on a connection, so
 * what is read next is the response to it.
 */
import type { Socket } from 'node:net';

const INTERIM = /^HTTP\/1\.[01] 1(?!01)\d\d[ \r]/;
const STATUS_AT = 'HTTP/1.1 '.length;
const ONE = 0x31;
const LONGEST_STATUS = 'HTTP/1.1 100 '.length;
/** What an interim response begins with, cut anywhere before its whole status is there. */
const BEGUN = /^(?:H|HT|HTT|HTTP|HTTP\/|HTTP\/1|HTTP\/1\.|HTTP\/1\.[01](?: (?:1\d{0,2})?)?)$/;
const HEAD_END = '\r\n\r\n';

/** What undici uses of a socket. */
type ReadableSocket = Pick<Socket, 'read' | 'write'>;

/** The same socket, whose reader sees no interim response. */
export const skippingContinue = <S extends ReadableSocket>(socket: S): S => {
  const read = socket.read.bind(socket) as () => Buffer | null;
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean;
  let isResponseDue = false;
  /** The beginning of a response that is not long enough yet to tell what it is. */
  let begun: Buffer | null = null;
  socket.write = (...args: unknown[]): boolean => {
    const [text] = args;
    if (typeof text === 'string' && text.includes(' HTTP/1.1\r\n')) isResponseDue = true;
    return write(...args);
  };
  socket.read = (): Buffer | null => {
    for (;;) {
      const chunk = read();
      if (!isResponseDue || chunk === null) return chunk;
      const bytes: Buffer = begun === null ? chunk : Buffer.concat([begun, chunk]);
      begun = null;
      const rest = withoutInterim(bytes);
      if (rest === undefined) {
        begun = bytes;
        continue;
      }
      if (rest.length === 0) continue;
      isResponseDue = false;
      return rest;
    }
  };
  return socket;
};

/** What follows the leading interim responses; undefined while that cannot be told. */
const withoutInterim = (bytes: Buffer): Buffer | undefined => {
  let rest = bytes;
  for (;;) {
    if (rest.length === 0) return rest;
    // Most are told by the first digit of their status.
    if (rest.length > STATUS_AT && rest[STATUS_AT] !== ONE) return rest;
    const status = rest.toString('latin1', 0, LONGEST_STATUS);
    if (!INTERIM.test(status)) {
      return BEGUN.test(status) ? undefined : rest;
    }
    const end = rest.indexOf(HEAD_END);
    if (end === -1) return undefined;
    rest = rest.subarray(end + HEAD_END.length);
  }
};
