import * as E from 'fp-ts/lib/Either.js';
import type { FastifyInstance } from 'fastify';
import type { Fault } from '../../../core/codec/fault.js';
import type { Router } from '../routing/create-router.js';
import { type Fastify, type ListenerLimits } from './fastify-app.js';
/** Takes in a parsed document of the fleet, or refuses it whole. */
export type AcceptDocument = (json: unknown) => E.Either<readonly Fault[], void>;
/**
 * The listener for operators: `POST /debug/decide` explains a request, `GET /debug/state` tells
 * what the router holds, and `PUT /snapshot` takes in a document where the fleet has such a source.
 */
export declare const createAdminListener: (fastify: Fastify, limits: ListenerLimits, router: Router, accept: AcceptDocument | undefined) => FastifyInstance;
