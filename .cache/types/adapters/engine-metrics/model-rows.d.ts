import * as E from 'fp-ts/lib/Either.js';
import { type Fault } from '../../core/codec/fault.js';
import type { EngineReader, Rows } from './quantities.js';
/**
 * The rows of one model of a page that may show several.
 *
 * A page with a single model needs no name. A page whose models do not include the named one, or
 * with several and no name, is a fault that lists them. With several models, rows without a model
 * are left out: they may be anybody's.
 */
export declare const rowsOfModel: (rows: Rows, { names }: EngineReader, modelName: string | undefined) => E.Either<Fault, Rows>;
