import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { decodeWith, isJsonObject, ownMember, type JsonObject } from '../../core/codec/codec.js';
import { fault } from '../../core/codec/fault.js';
import { recordOf } from '../../core/codec/object-codec.js';
import { valueCodec } from '../../core/codec/value-codec.js';
import { decideCase, type CaseFault, type CaseStream } from '../cases/index.js';

/** What came of deciding a record again. */
export type Replay =
  | Readonly<{ kind: 'equal' }>
  | Readonly<{ kind: 'different'; recorded: JsonObject; decided: JsonObject }>
  | Readonly<{ kind: 'bad'; faults: readonly CaseFault[] }>;

/**
 * Decides the record on line `number` of a stream again and compares with its `decision`.
 *
 * Equal means that `homeward decide` prints the decision byte for byte as it was recorded; the
 * order of members counts.
 */
export const replayRecord = (stream: CaseStream, number: number, json: unknown): Replay => {
  const recorded = recordedDecision(json);
  const decided = pipe(
    stream.read(number, json),
    E.flatMap((line) => stream.compile(line)),
    E.map(decideCase),
  );
  if (E.isLeft(decided)) return { kind: 'bad', faults: decided.left };
  if (E.isLeft(recorded)) return { kind: 'bad', faults: recorded.left };
  return JSON.stringify(decided.right) === JSON.stringify(recorded.right)
    ? { kind: 'equal' }
    : { kind: 'different', recorded: recorded.right, decided: decided.right };
};

const recordedDecision = (json: unknown): E.Either<readonly CaseFault[], JsonObject> => {
  const given = isJsonObject(json) ? ownMember(json, 'decision') : undefined;
  if (given !== undefined) return decodeWith(decisionCodec, given, 'decision');
  const expected = 'the decision that was made, as an object';
  return E.left([fault({ code: 'missing', path: 'decision', expected, given })]);
};

/** A decision as it was printed; what it should be is settled by deciding again. */
const decisionCodec = recordOf<unknown>('Decision', {
  codecFor: () => printed,
  presence: 'required',
  schema: () => ({ type: 'object' }),
});

const printed = valueCodec<unknown>('printed', {
  problemOf: (json) =>
    isPrinted(json)
      ? undefined
      : { code: 'wrong_type', expected: 'a text, a number, a boolean, null or a list of texts' },
  schema: {},
});

const isPrinted = (value: unknown): boolean =>
  value === null ||
  typeof value !== 'object' ||
  (Array.isArray(value) && value.every((item) => typeof item === 'string'));
