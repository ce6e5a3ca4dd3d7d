/** The model file of a gateway, as far as forms change it; whatever else it holds is kept. */
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { ModelForm } from '../../../expression/index.js';
declare const modelEntry: t.IntersectionC<[t.TypeC<{
    model: t.StringC;
}>, t.PartialC<{
    routing_key: t.UnionC<[t.StringC, t.NullC]>;
}>]>;
/** Decodes a model file; members it does not know stay in place. */
export declare const modelFileCodec: t.TypeC<{
    models: t.ArrayC<t.IntersectionC<[t.TypeC<{
        model: t.StringC;
    }>, t.PartialC<{
        routing_key: t.UnionC<[t.StringC, t.NullC]>;
    }>]>>;
}>;
export type ModelEntry = t.TypeOf<typeof modelEntry>;
export type ModelFile = t.TypeOf<typeof modelFileCodec>;
/** A model file without models. */
export declare const EMPTY_MODEL_FILE: ModelFile;
/**
 * The file after a form, whose models have that routing key. Of a form only name and routing
 * method belong there.
 *
 * Left with a message per model that exists already (create), does not exist, or of which nothing
 * would change (update).
 */
export declare const applyForm: (file: ModelFile, form: ModelForm, routingKey?: string) => E.Either<readonly string[], ModelFile>;
export {};
