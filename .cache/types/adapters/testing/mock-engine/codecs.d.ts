import * as t from 'io-ts';
/** A whole number, 0 or more. */
export declare const count: t.RefinementC<t.NumberC, number>;
/** A whole number, 1 or more. */
export declare const positiveCount: t.RefinementC<t.NumberC, number>;
/** A time span in milliseconds, 0 or more. */
export declare const milliseconds: t.RefinementC<t.NumberC, number>;
/** Text that can stand in a header. */
export declare const headerText: t.RefinementC<t.StringC, string>;
/** What may be left out or null. */
export declare const nullish: <A>(codec: t.Type<A>) => t.UnionC<[t.Type<A, A, unknown>, t.NullC, t.UndefinedC]>;
