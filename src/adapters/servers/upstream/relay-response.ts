import type { ServerResponse } from 'node:http';
import type { RawHeaders } from '../../http/header-source.js';
import type { ClientTurn, ClientWatch } from '../client/client-watch.js';
import type { BodySink, UpstreamResponse } from './upstream-exchange.js';

/** Who is told what, besides the client. */
export type RelayPorts = Readonly<{
  /** Cuts off a client that leaves its response unread. */
  watch: ClientWatch;
  /** The response broke off, and the client is cut off with it. */
  onBroken?: ((message: string) => void) | undefined;
  /** Is told how much of the body has been passed on. */
  tally?: { responseBytes: number } | undefined;
}>;

/**
 * Sends a response to the client as it comes, no faster than the client reads: the headers at once,
 * every piece when it is there.
 *
 * A response that breaks off closes the connection, so that the client does not take a part for
 * the whole. Throws, and sends nothing, when the headers cannot be sent.
 */
export const relayResponse = (
  response: ServerResponse,
  answer: UpstreamResponse,
  headers: RawHeaders,
  ports: RelayPorts,
): void => {
  response.writeHead(answer.status, headers as string[]);
  answer.pipe(new Relay(response, answer, ports));
};

class Relay implements BodySink {
  #turn: ClientTurn | undefined;

  constructor(
    readonly response: ServerResponse,
    readonly answer: Pick<UpstreamResponse, 'resume'>,
    readonly ports: RelayPorts,
  ) {}

  // An empty piece sends the headers, as bytes; `flushHeaders` would encode them as UTF-8.
  write(chunk: Buffer): boolean {
    const { response } = this;
    if (response.destroyed) return true;
    if (this.ports.tally !== undefined) this.ports.tally.responseBytes += chunk.length;
    if (response.write(chunk)) return true;
    this.#hold();
    return false;
  }

  end(last: Buffer | undefined): void {
    this.#turn?.end();
    if (last === undefined) {
      this.response.end();
      return;
    }
    if (this.ports.tally !== undefined) this.ports.tally.responseBytes += last.length;
    this.response.end(last);
  }

  fail(message: string): void {
    this.#turn?.end();
    this.ports.onBroken?.(message);
    this.response.destroy();
  }

  /** The client has all it can take: it is its turn. */
  #hold(): void {
    const { response } = this;
    this.#turn ??= this.#watch();
    // Behind another response of its connection it is not the client who keeps us waiting.
    if (response.socket !== null) this.#turn.begin();
    else response.once('socket', () => this.#turn?.begin());
  }

  #watch(): ClientTurn {
    const { response } = this;
    const turn = this.ports.watch.turn(() => response.destroy());
    response.on('drain', () => {
      turn.end();
      this.answer.resume();
    });
    response.on('close', () => {
      turn.end();
    });
    return turn;
  }
}
