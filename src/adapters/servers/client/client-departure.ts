/**
 * Whether the client of a request is still there.
 *
 * A response that stands behind another one on its connection has no socket of its own and never
 * says that it was closed; so one listener per connection tells all requests that are open on it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { CancelSignal } from '../../time/cancel-signal.js';

/** A request that is not answered in full yet; `aborted` once its client has left. */
export class ClientDeparture implements CancelSignal {
  #isAborted = false;
  #isOver = false;
  #onAbort: (() => void)[] = [];
  #onOver: (() => void) | undefined;

  constructor(readonly response: ServerResponse) {}

  /** The client left before it had its whole response. */
  get aborted(): boolean {
    return this.#isAborted;
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#onAbort.push(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    const at = this.#onAbort.indexOf(listener);
    if (at !== -1) this.#onAbort.splice(at, 1);
  }

  /** Calls `run` once, when the response is complete or its client has left. */
  whenOver(run: () => void): void {
    const earlier = this.#onOver;
    this.#onOver =
      earlier === undefined
        ? run
        : () => {
            // Who came first is told last, when all others have put in what they know.
            run();
            earlier();
          };
    if (this.#isOver) run();
  }

  /** The response was closed, or its connection was. */
  close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (!this.response.writableFinished) {
      this.#isAborted = true;
      for (const listener of this.#onAbort.splice(0)) listener();
    }
    this.#onOver?.();
  }
}

const OPEN_BY_SOCKET = new WeakMap<Socket, Set<ClientDeparture>>();

/** The requests of a connection that are not answered in full yet, in the order they came in. */
export const openOn = (socket: Socket): Iterable<ClientDeparture> =>
  OPEN_BY_SOCKET.get(socket) ?? [];

/** Watches over one request until its response is complete or its client has left. */
export const watchDeparture = (
  { socket }: IncomingMessage,
  response: ServerResponse,
): ClientDeparture => {
  const departure = new ClientDeparture(response);
  if (socket.destroyed) {
    departure.close();
    return departure;
  }
  const open = OPEN_BY_SOCKET.get(socket) ?? openConnection(socket);
  open.add(departure);
  response.on('close', () => {
    open.delete(departure);
    departure.close();
  });
  return departure;
};

const openConnection = (socket: Socket): Set<ClientDeparture> => {
  const open = new Set<ClientDeparture>();
  OPEN_BY_SOCKET.set(socket, open);
  socket.on('close', () => {
    for (const departure of open) departure.close();
    open.clear();
  });
  return open;
};
