/** What a picker asks of the rules that say who may send a request, and what it is. */
import type { Backend } from '../../fleet/port.js';
import type { RawHeaders, TrustedHeaders } from '../../http/index.js';
import type { RouterAnswer } from '../../router/routing/outcomes.js';
import type { InboundRequest, InboundResponse } from '../stream/inbound.js';

/** A whole answer, given to the client in place of an engine's. */
export type OwnAnswer = Readonly<{
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** Stable, for the access log of the proxy. */
  code: string;
}>;

/** A request that may go to an engine. */
export type AcceptedRequest = Readonly<{
  trusted: TrustedHeaders;
  /** W3C headers that the span of the routing continues. */
  traceHeaders: Readonly<Record<string, string | undefined>>;
  /** Headers as a router gets them; what it consumes and adds comes on top. */
  headers: RawHeaders;
  /** Path and query as the engine gets them. */
  target: string;
  /** The body, where it is another than the proxy has sent. */
  rewrittenBody: Uint8Array | undefined;
  /** What the client is told when no engine can be picked. */
  renderAnswer: (answer: Extract<RouterAnswer, { kind: 'answer' }>) => OwnAnswer;
  /** The headers of the response as the client gets them; remembers who has answered. */
  responseHeaders: (response: InboundResponse, backend: Backend) => RawHeaders;
  /** The request is over: answered in full, refused, or given up. Called once. */
  end: () => void;
}>;

/** Whether a request is taken, and as what. */
export type AcceptResult =
  | Readonly<{ kind: 'accepted'; request: AcceptedRequest }>
  | Readonly<{ kind: 'answered'; answer: OwnAnswer }>;

/** The rules. Promises never reject. */
export type AcceptRules = Readonly<{
  /** Whether a request can only be judged with its body. Asked for those that have one. */
  needsBody: (request: InboundRequest) => boolean;
  /**
   * What a caller is told whose body is not read; undefined when it is. Asked before a body that is
   * needed is awaited. Without it all of them are read.
   */
  admit?: (request: InboundRequest) => Promise<OwnAnswer | undefined> | undefined;
  /** Judges a request; `body` is there if it was asked for. */
  accept: (request: InboundRequest, body: Buffer | undefined) => Promise<AcceptResult>;
  /** An answer to a request that was not judged: its body is too large, or was not sent. */
  refuse: (status: number, code: string, message: string) => OwnAnswer;
}>;
