/** What the router tells about itself: on its admin listener, its metrics page and in its log. */
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { decodeWith } from '../../../core/codec/codec.js';
import { parseJsonLine } from '../../../core/codec/json-text.js';
import { listOf } from '../../../core/codec/list-codec.js';
import { objectCodec, optional, required } from '../../../core/codec/object-codec.js';
import { amount, nameIn, text, yesOrNo } from '../../../core/codec/value-codec.js';
import type { SessionState } from '../../../core/request.js';
import { expectOk, readJson, sendJson } from './send-json.js';
import { waitUntil } from './wait-until.js';

/** What the router would do with a request. */
export type Explanation = Readonly<{
  decision: Readonly<{ order?: readonly string[] }>;
  clusters: readonly Readonly<{ cluster_id: string; has_capacity: boolean }>[];
}>;

const decisionCodec = objectCodec<Explanation['decision']>('Decision', {
  members: { order: optional('order', listOf(text, { what: 'an array of ids' })) },
});

const rowCodec = objectCodec<Explanation['clusters'][number]>('Row', {
  members: {
    cluster_id: required('cluster_id', text),
    has_capacity: required('has_capacity', yesOrNo),
  },
});

const explanationCodec = objectCodec<Explanation>('Explanation', {
  members: {
    decision: required('decision', decisionCodec),
    clusters: required('clusters', listOf(rowCodec, { what: 'an array of clusters' })),
  },
});

const countsCodec = objectCodec<Readonly<{ reservations: number }>>('Counts', {
  members: { reservations: required('reservations', amount) },
});

const stateCodec = objectCodec<Readonly<{ counts: Readonly<{ reservations: number }> }>>('State', {
  members: { counts: required('counts', countsCodec) },
});

type SessionLine = Readonly<{
  event: 'routing_session';
  request_id: string;
  session_state: SessionState;
  promoted: boolean;
}>;

const sessionLineCodec = objectCodec<SessionLine>('SessionLine', {
  members: {
    event: required('event', nameIn(['routing_session'])),
    request_id: required('request_id', text),
    session_state: required('session_state', nameIn(['new', 'returning', 'stale'])),
    promoted: required('promoted', yesOrNo),
  },
});

/** What the router made of the session of a request. */
export type SessionNote = Pick<SessionLine, 'session_state' | 'promoted'>;

/** Base URLs of the two listeners. */
export type RouterAddresses = Readonly<{ admin: string; metrics: string }>;

/** A look into a running router. */
export type RouterInsight = Readonly<{
  /** Undefined while the router does not know the model. */
  explain: (modelId: string, affinityKey: string) => Promise<Explanation | undefined>;
  /** Hands it new clusters. */
  pushSnapshot: (document: object) => Promise<void>;
  /** Time all requests together were held so far, ms. */
  waitedMs: () => Promise<number>;
  /** Resolves when engines have reported everything that was sent to them. */
  settle: () => Promise<void>;
  /** Waits for the log line about the session of a request. */
  sessionOf: (requestId: string) => Promise<SessionNote>;
}>;

/** Lines of the router's log that are kept until somebody asks for them. */
export type SessionLog = Readonly<{
  add: (line: string) => void;
  take: (requestId: string) => SessionNote | undefined;
}>;

export const createSessionLog = (): SessionLog => {
  const notes = new Map<string, SessionNote>();
  return {
    add: (line) => {
      const note = pipe(
        parseJsonLine(line),
        E.flatMap((json) => decodeWith(sessionLineCodec, json)),
      );
      if (E.isRight(note)) notes.set(note.right.request_id, note.right);
    },
    take: (requestId) => {
      const note = notes.get(requestId);
      notes.delete(requestId);
      return note;
    },
  };
};

export const createRouterInsight = (
  { admin, metrics }: RouterAddresses,
  log: SessionLog,
): RouterInsight => ({
  explain: async (model_id, cache_affinity_key) => {
    const request = { request_id: 'question', cache_affinity_key, input_tokens: 1 };
    const response = await sendJson('POST', `${admin}/debug/decide`, { model_id, request });
    if (response.status === 404) return undefined;
    return readJson(explanationCodec, await (await expectOk(response)).text());
  },
  pushSnapshot: async (document) => {
    await expectOk(await sendJson('PUT', `${admin}/snapshot`, document));
  },
  waitedMs: async () => sumOfWaits(await readPage(`${metrics}/metrics`)),
  settle: () =>
    waitUntil('the engines report what they were sent', async () => {
      const { counts } = readJson(stateCodec, await readPage(`${admin}/debug/state`));
      return counts.reservations === 0 ? true : undefined;
    }).then(() => undefined),
  sessionOf: (requestId) => waitUntil('the router logs the session', () => log.take(requestId)),
});

const readPage = async (url: string): Promise<string> => (await expectOk(await fetch(url))).text();

const WAIT_SUM = /^stargate_routing_wait_duration_seconds_sum(?:\{[^}]*\})? (\S+)$/gm;

const sumOfWaits = (page: string): number =>
  [...page.matchAll(WAIT_SUM)].reduce((sum, [, seconds]) => sum + Number(seconds) * 1000, 0);
