import * as t from 'io-ts';
import { type JsonObject } from './codec.js';
/** A member that is a list. */
export type ListMember<A> = Readonly<{
    name: string;
    /** `an array of clusters`, for messages. */
    what: string;
    codec: t.Decoder<unknown, A>;
    /** Otherwise an absent list is empty. */
    isRequired: boolean;
}>;
/** Decodes a list whole; its errors are added to `errors`. */
export declare const decodeList: <A>(json: JsonObject, context: t.Context, { name, what, codec, isRequired }: ListMember<A>, errors: t.Errors) => readonly A[];
/** An item of a list with its id, whatever else is wrong with it. */
export type Identified = Readonly<{
    id: string;
    path: string;
    place: t.Context;
}>;
/** The items of a list that have a text as id, where they stand below `context`. */
export declare const identified: (json: JsonObject, context: t.Context, name: string, idName: string) => readonly Identified[];
/** An error for each item whose id an earlier one has. */
export declare const duplicates: (json: JsonObject, context: t.Context, name: string, idName: string, uniqueWhere: string) => t.Errors;
/** The same over items that were found already. */
export declare const duplicatesOf: (items: readonly Identified[], idName: string, uniqueWhere: string) => t.Errors;
