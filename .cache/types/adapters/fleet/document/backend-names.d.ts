import type * as t from 'io-ts';
import { type JsonObject } from '../../../core/codec/codec.js';
/** The id of the backend at one address of a host name. */
export declare const backendIdAt: (id: string, address: string) => string;
/**
 * An error for each backend of a target whose id another one has, or could get: ids are what
 * reservations and pauses go by.
 */
export declare const duplicateBackends: (target: JsonObject, context: t.Context) => t.Errors;
