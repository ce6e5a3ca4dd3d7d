import type { Either } from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { Fault } from '../../../../core/codec/fault.js';
declare const Body: t.IntersectionC<[t.TypeC<{
    model: t.StringC;
    input: t.RefinementC<t.UnionC<[t.StringC, t.ArrayC<t.StringC>, t.ArrayC<t.RefinementC<t.NumberC, number>>, t.ArrayC<t.ArrayC<t.RefinementC<t.NumberC, number>>>]>, string | string[] | number[] | number[][]>;
}>, t.PartialC<{
    dimensions: t.UnionC<[t.Type<number, number, unknown>, t.NullC, t.UndefinedC]>;
    encoding_format: t.UnionC<[t.Type<"base64" | "float", "base64" | "float", unknown>, t.NullC, t.UndefinedC]>;
}>]>;
/** Body of a request to `/v1/embeddings`. */
export type EmbeddingsRequest = t.TypeOf<typeof Body>;
/** Checks the body of a request. */
export declare const parseEmbeddingsRequest: (body: unknown) => Either<Fault, EmbeddingsRequest>;
/** The texts to embed; tokens stand as their numbers. */
export declare const embeddingTexts: ({ input }: EmbeddingsRequest) => readonly string[];
/** The answer: for each text a unit vector that depends on the text and the size only. */
export declare const embeddingsBody: (request: EmbeddingsRequest, promptTokens: number) => object;
export {};
