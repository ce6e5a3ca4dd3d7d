import type * as FastifyPackage from 'fastify';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
/** Limits of one listener. */
export type ListenerLimits = Readonly<{
    /** Largest request headers, bytes; larger ones are answered with 431. */
    maxHeaderBytes: number;
    /** Longest time a client may take to send its headers, ms. */
    headersTimeoutMs: number;
    /** How long a connection without a request is kept, ms. */
    keepAliveMs: number;
}>;
/** The part of the package that is used. */
export type Fastify = Pick<typeof FastifyPackage, 'fastify'>;
/** A fastify instance that is not listening yet. */
export declare const createApp: ({ fastify }: Fastify, { maxHeaderBytes, headersTimeoutMs, keepAliveMs }: ListenerLimits, options?: Pick<FastifyServerOptions, "frameworkErrors">) => FastifyInstance;
