/** The trace formats: what a line of each says. */
import * as E from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';
import { decodeWith } from '../../../../core/codec/codec.js';
import { fault, type Fault } from '../../../../core/codec/fault.js';
import { parseJsonLine } from '../../../../core/codec/json-text.js';
import { csvReader } from './csv-row.js';
import { jsonLineCodec, mooncakeLineCodec } from './line-codecs.js';
import {
  listedPrefixes,
  numberedPrefixes,
  prefixesByTurn,
  type PrefixForm,
  type ReadPrefix,
} from './prefixes.js';
import type { RowReader } from './read-rows.js';
import type { TraceRow } from './trace-row.js';

/** Session of a Mooncake row. */
export type IndexedSession = Readonly<{ session: string; parentLine: number | undefined }>;

/** Arrival, lengths and block ids; `index` tells the session of a row by its line. */
export const mooncakeReader = (index: ReadonlyMap<number, IndexedSession> | undefined): RowReader =>
  inOrder('timestamp', (line, text) =>
    E.Monad.map(decodeLine(mooncakeLineCodec, text), (row): TraceRow => ({
      line,
      atMs: row.timestamp,
      inputTokens: row.inputLength,
      outputTokens: row.outputLength,
      blocks: row.hashIds,
      ...(index?.get(line) ?? { session: `line ${String(line)}` }),
    })),
  );

/** The CSV of sessions beside a Mooncake trace, in which rows count from 0; fills `index`. */
export const mooncakeSessionReader = (index: Map<number, IndexedSession>): RowReader =>
  csvReader(['row', 'session', 'parent_row'], (row) => {
    const parent = row.number('parent_row', -1);
    index.set(row.number('row', 0) + 1, {
      session: String(row.number('session', 0)),
      parentLine: parent < 0 ? undefined : parent + 1,
    });
    return undefined;
  });

/** JSON lines of this project's own form. */
export const jsonLinesReader = (
  prefixes: PrefixForm,
  blockTokens: number,
  loop: 'open' | 'closed',
): RowReader => {
  const readPrefix = prefixReader(prefixes, blockTokens);
  const readRow: RowReader = (line, text) =>
    E.Monad.chain(decodeLine(jsonLineCodec, text), (row) => {
      const { atMs, inputTokens, outputTokens, thinkMs, priority } = row;
      if (atMs === undefined && loop === 'open') return E.left([NO_TIME]);
      const session = row.session ?? `line ${String(line)}`;
      return E.Monad.map(readPrefix({ ...row, session }), (blocks): TraceRow => ({
        ...{ line, session, atMs: atMs ?? 0, inputTokens, outputTokens },
        ...{ blocks, thinkMs, priority },
      }));
    });
  return inSessions(loop === 'open' ? inOrder('at_ms', readRow) : readRow);
};

const NO_TIME = fault({
  code: 'missing',
  path: 'at_ms',
  expected: 'a time from the start of the trace, ms',
  given: undefined,
});

const prefixReader = (prefixes: PrefixForm, blockTokens: number): ReadPrefix => {
  switch (prefixes) {
    case 'listed':
      return listedPrefixes;
    case 'numbered':
      return numberedPrefixes(blockTokens);
    case 'by-turn':
      return prefixesByTurn(blockTokens);
  }
};

/** Arrivals and lengths; every request stands alone. */
export const azureReader = (): RowReader =>
  inOrder(
    'arrival_ms',
    csvReader(['arrival_ms', 'ContextTokens', 'GeneratedTokens'], (row, line) => ({
      line,
      atMs: row.number('arrival_ms', 0),
      session: `row ${String(line)}`,
      inputTokens: row.number('ContextTokens', 0),
      outputTokens: row.number('GeneratedTokens', 0),
    })),
  );

/** Tokens of a block in the agentic coding sessions. */
const AGENTIC_BLOCK_TOKENS = 64;

const AGENTIC_COLUMNS = [
  ...['session', 'turn', 'input_tokens', 'output_tokens'],
  ...['ref_turn', 'shared_blocks', 'think_s'],
];

/** Closed-loop sessions: each row tells how much of its prompt is that of an earlier row. */
export const agenticReader = (blockTokens: number): RowReader => {
  const readPrefix = prefixesByTurn(blockTokens);
  const readRow = csvReader(AGENTIC_COLUMNS, (row, line) => ({
    ...{ line, atMs: 0, session: row.text('session') },
    inputTokens: row.number('input_tokens', 0),
    outputTokens: row.number('output_tokens', 0),
    thinkMs: row.number('think_s', 0, 0) * 1000,
    sharedTurn: row.number('ref_turn', 0),
    sharedTokens: row.number('shared_blocks', 0) * AGENTIC_BLOCK_TOKENS,
  }));
  return (line, text) =>
    E.Monad.chain(readRow(line, text), (row) =>
      row === undefined
        ? E.right(row)
        : E.Monad.map(readPrefix(row), (blocks): TraceRow => ({ ...row, blocks })),
    );
};

const decodeLine = <A>(codec: t.Decoder<unknown, A>, text: string): E.Either<readonly Fault[], A> =>
  E.flatMap((json) => decodeWith(codec, json))(parseJsonLine(text));

/** Each row continues the one of its session before it. */
const inSessions = (readRow: RowReader): RowReader => {
  const lastLineOf = new Map<string, number>();
  return (line, text) => {
    const row = readRow(line, text);
    if (E.isLeft(row) || row.right === undefined) return row;
    const { session } = row.right;
    const parentLine = lastLineOf.get(session);
    lastLineOf.set(session, line);
    return E.right({ ...row.right, parentLine });
  };
};

/** Refuses a row that is earlier than the one before; `field` names the time. */
const inOrder = (field: string, readRow: RowReader): RowReader => {
  let latestMs = 0;
  return (line, text) => {
    const row = readRow(line, text);
    if (E.isLeft(row) || row.right === undefined) return row;
    const { atMs } = row.right;
    if (atMs < latestMs) {
      const expected = `a time >= that of the row before, ${String(latestMs)}`;
      return E.left([fault({ code: 'out_of_range', path: field, expected, given: atMs })]);
    }
    latestMs = atMs;
    return row;
  };
};
