/** Lines of the trace formats that are JSON. */
import { listOf } from '../../../../core/codec/list-codec.js';
import { objectCodec, optional, required } from '../../../../core/codec/object-codec.js';
import { amount, id, numberIn } from '../../../../core/codec/value-codec.js';

/** A whole number of at least 0. */
const count = numberIn({ wholeOnly: true, min: 0, max: Number.MAX_SAFE_INTEGER });

/** A row of a Mooncake trace. */
export type MooncakeLine = Readonly<{
  timestamp: number;
  inputLength: number;
  outputLength: number;
  hashIds: readonly number[];
}>;

export const mooncakeLineCodec = objectCodec<MooncakeLine>('MooncakeLine', {
  members: {
    timestamp: required('timestamp', amount),
    inputLength: required('input_length', count),
    outputLength: required('output_length', count),
    hashIds: required('hash_ids', listOf(count, { what: 'an array of block ids' })),
  },
});

/** A row of this project's own form. */
export type JsonLine = Readonly<{
  /** Of closed-loop sessions absent. */
  atMs?: number | undefined;
  session?: string | undefined;
  inputTokens: number;
  outputTokens: number;
  blocks?: readonly number[] | undefined;
  after?: number | undefined;
  sharedTurn?: number | undefined;
  sharedTokens?: number | undefined;
  thinkMs?: number | undefined;
  priority?: number | undefined;
}>;

export const jsonLineCodec = objectCodec<JsonLine>('TraceLine', {
  members: {
    atMs: optional('at_ms', amount),
    session: optional('session', id),
    inputTokens: required('input_tokens', count),
    outputTokens: required('output_tokens', count),
    blocks: optional('blocks', listOf(count, { what: 'an array of block ids' })),
    after: optional('after', count),
    sharedTurn: optional('shared_turn', count),
    sharedTokens: optional('shared_tokens', count),
    thinkMs: optional('think_ms', amount),
    priority: optional('priority', numberIn({ wholeOnly: true, min: 0, max: 2 ** 32 - 1 })),
  },
});
