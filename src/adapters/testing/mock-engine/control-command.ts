import * as E from 'fp-ts/lib/Either.js';
import type { Either } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Codec } from '../../../core/codec/codec.js';
import type { Fault } from '../../../core/codec/fault.js';
import { optional, required } from '../../../core/codec/object-codec.js';
import { nameIn } from '../../../core/codec/value-codec.js';
import { decode, passing, positiveCount, shape } from './codecs.js';
import { exactly, FAILURES } from './failure.js';
import type { Failure } from './failure.js';

const factor = passing<number>('a number above 0', (json) => typeof json === 'number' && json > 0);

type Command =
  | Readonly<{ action: 'fill'; count?: number }>
  | Readonly<{ action: 'drain' | 'reset' }>
  | Readonly<{ action: 'slow'; factor: number }>;

/** An order to the engine, from the body of `POST /mock/control`. */
export type ControlCommand = Command | Readonly<{ action: 'fail'; failure: Failure }>;

const action = required(
  'action',
  nameIn<ControlCommand['action']>(['fill', 'drain', 'slow', 'reset', 'fail']),
);

const COMMANDS: Readonly<Record<Command['action'], Codec<Command>>> = {
  fill: exactly({ action, count: optional('count', positiveCount) }) as Codec<Command>,
  drain: exactly({ action }) as Codec<Command>,
  slow: exactly({ action, factor: required('factor', factor) }) as Codec<Command>,
  reset: exactly({ action }) as Codec<Command>,
};

const actionHead = shape<Pick<ControlCommand, 'action'>>({ action });
const modes = Object.keys(FAILURES) as readonly Failure['mode'][];
const modeHead = shape<Pick<Failure, 'mode'>>({ mode: required('mode', nameIn(modes)) });

/**
 * Reads an order: an object with an `action` and the fields of that action, names in snake_case.
 *
 * Unknown fields are faults: a misspelt one would make a test pass for the wrong reason.
 */
export const parseControlCommand = (body: unknown): Either<Fault, ControlCommand> =>
  pipe(
    decode(actionHead, body),
    E.flatMap((head): Either<Fault, ControlCommand> => {
      if (head.action !== 'fail') return decode(COMMANDS[head.action], body);
      const fields = Object.fromEntries(
        Object.entries(body as object).filter(([name]) => name !== 'action'),
      );
      return pipe(
        decode(modeHead, fields),
        E.flatMap(({ mode }) => decode(FAILURES[mode] as Codec<Failure>, fields)),
        E.map((failure) => ({ action: 'fail', failure })),
      );
    }),
  );
