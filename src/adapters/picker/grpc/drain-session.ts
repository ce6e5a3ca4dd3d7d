/**
 * Ends an HTTP/2 connection without refusing a single stream.
 *
 * A server that ends a connection in one step refuses the streams that are on their way to it, and
 * for Envoy a refused stream is a failed request. RFC 9113 (section 6.8) asks for two steps: first
 * a GOAWAY that names the greatest stream id, which only stops new streams, and one round trip
 * later the one that counts. Node can send the second only, so the first is written by hand, on the
 * socket, where it stands between two frames of the connection.
 *
 * It is needed in service, too. A proxy resets a stream when it is done with it, and the HTTP/2
 * library of the platform breaks a connection off after some 1,000 resets (33 more a second are
 * forgiven), which refuses whatever is on its way: so a connection is drained before that.
 */
import type { ServerHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';

/** Streams after which a connection is drained: fewer resets than break it off, with room to spare. */
export const MAX_STREAMS_PER_CONNECTION = 800;

/** Length 8, type GOAWAY, no flags, stream 0; last stream 2^31-1, no error. */
const SHUTDOWN_NOTICE = Buffer.from([
  ...[0, 0, 8, 7, 0, 0, 0, 0, 0],
  ...[0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 0],
]);

/** Has the peer open no more streams, and closes the connection when the last one is over. */
export const drainSession = (session: ServerHttp2Session, socket: Socket): void => {
  const close = (): void => {
    if (!session.destroyed && !session.closed) session.close();
  };
  if (session.destroyed || session.closed) return;
  socket.write(SHUTDOWN_NOTICE);
  // The answer to a PING comes after all streams that were opened before the notice arrived.
  try {
    if (!session.ping(close)) close();
  } catch {
    close();
  }
};
