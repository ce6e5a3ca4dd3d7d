import { constants, type ServerHttp2Stream } from 'node:http2';
import { statusTrailers, type GrpcFault, type GrpcStatus } from './grpc-status.js';
import { MessageReader } from './message-reader.js';

/** One call as its handler sees it. Everything is safe after its end, and does nothing then. */
export type GrpcCall = Readonly<{
  /** Sends messages in one piece, each behind the five bytes that gRPC has for it: flag and length. */
  send: (messages: readonly Buffer[]) => void;
  /** Ends the call; what the peer still sends is not read. */
  finish: (status: GrpcStatus, message?: string) => void;
  /** From now on, ends the call when the peer has sent nothing for so long; undefined: never. */
  limitSilence: (ms: number | undefined) => void;
}>;

/** What a handler is told of its call. Must not throw. */
export type CallListener = Readonly<{
  onMessage: (message: Buffer) => void;
  /** A message cannot be read, and nothing more comes; the handler ends the call. */
  onFault: (fault: GrpcFault) => void;
  /** The peer will send nothing more. */
  onHalfClose: () => void;
  /** The call is over, whoever has ended it. Comes last, and always. */
  onOver: () => void;
}>;

/** Takes a call on. */
export type OpenCall = (call: GrpcCall) => CallListener;

/** Runs one call over its HTTP/2 stream; `maxBytes` is the greatest message. */
export const serveCall = (stream: ServerHttp2Stream, open: OpenCall, maxBytes: number): void => {
  const call = new StreamCall(stream);
  const listener = open(call);
  const reader = new MessageReader(maxBytes);
  let isReading = true;
  const fail = (fault: GrpcFault): void => {
    isReading = false;
    listener.onFault(fault);
  };
  stream.on('data', (piece: Buffer) => {
    if (!isReading || call.isFinished) return;
    try {
      const fault = reader.push(piece, listener.onMessage);
      if (fault !== undefined) fail(fault);
    } catch (error) {
      // A fault of our own ends this call and no other.
      call.finish('INTERNAL', String(error));
    }
  });
  stream.on('end', () => {
    if (isReading && reader.isWithin) fail(CUT_OFF);
    else listener.onHalfClose();
  });
  endWithReset(stream);
  stream.on('close', () => {
    call.isFinished = true;
    listener.onOver();
  });
};

/**
 * A reset is how a proxy says that it is done, whatever code it has: the stream ends with it. The
 * platform would keep one that is reset with NO_ERROR until its writing side ends, which it does not.
 */
export const endWithReset = (stream: ServerHttp2Stream): void => {
  stream.on('error', ignore);
  stream.on('aborted', destroySoon);
  stream._destroy = destroyAfterReset;
};

function destroySoon(this: ServerHttp2Stream): void {
  process.nextTick(() => this.destroy());
}

/**
 * The platform makes an error, with its stack, of every reset that is no cancellation; most calls of
 * a proxy end so, and it took a tenth of the time of a call. One that is made once will do.
 */
function destroyAfterReset(
  this: ServerHttp2Stream,
  error: Error | null,
  callback: (error?: Error | null) => void,
): void {
  const platform = Object.getPrototypeOf(this) as ServerHttp2Stream;
  const isReset = this.closed && this.rstCode !== constants.NGHTTP2_NO_ERROR;
  platform._destroy.call(this, error ?? (isReset ? RESET : null), callback);
}

const RESET = new Error('the peer has reset the stream');

/** A stream that the peer has reset throws when it is answered, before it is destroyed too. */
const isGone = (stream: ServerHttp2Stream): boolean => stream.destroyed || stream.closed;

class StreamCall implements GrpcCall {
  isFinished = false;
  #trailers: Readonly<Record<string, string>> = statusTrailers('OK', '');
  #watchesSilence = false;
  #silenceMs: number | undefined;

  constructor(readonly stream: ServerHttp2Stream) {}

  send(messages: readonly Buffer[]): void {
    const { stream } = this;
    if (this.isFinished || isGone(stream)) return;
    this.#respond();
    // Of several, the second would else wait until the kernel has the first.
    if (messages.length > 1) stream.cork();
    for (const message of messages) stream.write(message);
    if (messages.length > 1) stream.uncork();
    if (!stream.writableNeedDrain || stream.isPaused()) return;
    // The peer reads slowly: it is not read from faster.
    stream.pause();
    stream.once('drain', () => stream.resume());
  }

  finish(status: GrpcStatus, message = ''): void {
    const { stream } = this;
    if (this.isFinished || isGone(stream)) return;
    this.isFinished = true;
    this.#trailers = statusTrailers(status, message);
    if (stream.headersSent) {
      stream.end();
    } else {
      stream.respond({ ...HEADERS, ...this.#trailers }, { endStream: true });
      closeSoon(stream);
    }
    // What is still on its way runs out.
    stream.resume();
  }

  limitSilence(ms: number | undefined): void {
    const { stream } = this;
    if (ms === this.#silenceMs || isGone(stream)) return;
    this.#silenceMs = ms;
    stream.setTimeout(ms ?? 0);
    if (this.#watchesSilence) return;
    this.#watchesSilence = true;
    stream.on('timeout', () => {
      this.finish('DEADLINE_EXCEEDED', 'the peer has been silent for too long');
    });
  }

  #respond(): void {
    const { stream } = this;
    if (stream.headersSent) return;
    stream.respond(HEADERS, OPEN_ENDED);
    stream.once('wantTrailers', () => {
      if (isGone(stream)) return;
      stream.sendTrailers(this.#trailers);
      closeSoon(stream);
    });
  }
}

/** A peer that goes on sending would keep a stream that is over; it may read its answer first. */
export const closeSoon = (stream: ServerHttp2Stream): void => {
  const timer = setTimeout(() => {
    stream.close(constants.NGHTTP2_NO_ERROR);
  }, LINGER_MS);
  stream.once('close', () => {
    clearTimeout(timer);
  });
};

/** How long a peer has to close a call that is over. */
const LINGER_MS = 500;

const HEADERS = {
  [constants.HTTP2_HEADER_STATUS]: 200,
  [constants.HTTP2_HEADER_CONTENT_TYPE]: 'application/grpc',
} as const;

/** Trailers follow; nobody reads a date. */
const OPEN_ENDED = { waitForTrailers: true, sendDate: false } as const;

const CUT_OFF: GrpcFault = { status: 'INVALID_ARGUMENT', message: 'the last message is cut off' };

const ignore = (): void => undefined;
