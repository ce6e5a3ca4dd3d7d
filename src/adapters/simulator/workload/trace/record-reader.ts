import * as E from 'fp-ts/lib/Either.js';
import { decodeWith } from '../../../../core/codec/codec.js';
import { fault } from '../../../../core/codec/fault.js';
import { parseJsonLine } from '../../../../core/codec/json-text.js';
import { objectCodec, optional, required } from '../../../../core/codec/object-codec.js';
import { amount, id, numberIn } from '../../../../core/codec/value-codec.js';
import { prefixesByTurn } from './prefixes.js';
import type { RowReader } from './read-rows.js';
import type { TraceRow } from './trace-row.js';

/**
 * Arrivals out of decision records: the first decision of every request tells when it arrived, its
 * session and its prompt. What records do not say is assumed: every answer has `answerTokens`, and
 * a prompt begins with the whole prompt of its session before it.
 */
export const recordReader = (blockTokens: number, answerTokens: number): RowReader => {
  const readPrefix = prefixesByTurn(blockTokens);
  const seen = new Set<string>();
  const before = new Map<string, Readonly<{ turn: number; row: TraceRow }>>();
  let startMs: number | undefined;
  return (line, text) =>
    E.Monad.chain(decodeRecord(text), ({ atMs, elapsedMs = 0, request }) => {
      if (seen.has(request.requestId)) return E.right(undefined);
      if (atMs === undefined) return E.left([NO_TIME]);
      seen.add(request.requestId);
      const arrivedMs = atMs - elapsedMs;
      startMs ??= arrivedMs;
      const { cacheAffinityKey: session = `line ${String(line)}`, inputTokens = 0 } = request;
      const last = before.get(session);
      const sharedTokens = last?.row.inputTokens ?? 0;
      const note = { session, inputTokens, sharedTurn: last?.turn ?? 0, sharedTokens };
      return E.Monad.map(readPrefix(note), (blocks) => {
        const row: TraceRow = {
          ...{ line, session, inputTokens, blocks, priority: request.priority },
          // Decisions are recorded when they are made, arrivals lie before that by the wait.
          atMs: Math.max(0, arrivedMs - startMs!),
          outputTokens: answerTokens,
          parentLine: last?.row.line,
        };
        before.set(session, { turn: (last?.turn ?? 0) + 1, row });
        return row;
      });
    });
};

type RecordedRequest = Readonly<{
  requestId: string;
  cacheAffinityKey?: string | undefined;
  inputTokens?: number | undefined;
  priority?: number | undefined;
}>;

type RecordedArrival = Readonly<{
  atMs?: number | undefined;
  elapsedMs?: number | undefined;
  request: RecordedRequest;
}>;

const count = numberIn({ wholeOnly: false, min: 0, max: Number.MAX_SAFE_INTEGER });

const recordCodec = objectCodec<RecordedArrival>('Record', {
  members: {
    atMs: optional('at_ms', amount),
    elapsedMs: optional('elapsed_ms', amount),
    request: required(
      'request',
      objectCodec<RecordedRequest>('Request', {
        members: {
          requestId: required('request_id', id),
          cacheAffinityKey: optional('cache_affinity_key', id),
          inputTokens: optional('input_tokens', count),
          priority: optional('priority', count),
        },
      }),
    ),
  },
});

const decodeRecord = (text: string) =>
  E.Monad.chain(parseJsonLine(text), (json) => decodeWith(recordCodec, json));

const NO_TIME = fault({
  code: 'missing',
  path: 'at_ms',
  expected: 'the time of the decision, ms, which routers have written since records carry it',
  given: undefined,
});
