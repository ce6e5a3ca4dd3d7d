import type { Either } from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { Fault } from '../../../core/codec/fault.js';
import type { Failure } from './failure.js';
declare const COMMANDS: {
    readonly fill: t.ExactC<t.IntersectionC<[t.TypeC<{
        action: t.LiteralC<"fill">;
    }>, t.PartialC<{
        count: t.RefinementC<t.NumberC, number>;
    }>]>>;
    readonly drain: t.ExactC<t.TypeC<{
        action: t.LiteralC<"drain">;
    }>>;
    readonly slow: t.ExactC<t.TypeC<{
        action: t.LiteralC<"slow">;
        factor: t.RefinementC<t.NumberC, number>;
    }>>;
    readonly reset: t.ExactC<t.TypeC<{
        action: t.LiteralC<"reset">;
    }>>;
};
type Command = t.TypeOf<(typeof COMMANDS)[keyof typeof COMMANDS]>;
/** An order to the engine, from the body of `POST /mock/control`. */
export type ControlCommand = Command | Readonly<{
    action: 'fail';
    failure: Failure;
}>;
/**
 * Reads an order: an object with an `action` and the fields of that action, names in snake_case.
 *
 * Unknown fields are faults: a misspelt one would make a test pass for the wrong reason.
 */
export declare const parseControlCommand: (body: unknown) => Either<Fault, ControlCommand>;
export {};
