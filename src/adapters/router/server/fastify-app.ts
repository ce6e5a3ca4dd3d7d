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
export const createApp = (
  { fastify }: Fastify,
  { maxHeaderBytes, headersTimeoutMs, keepAliveMs }: ListenerLimits,
  options: Pick<FastifyServerOptions, 'frameworkErrors'> = {},
): FastifyInstance => {
  const app = fastify({
    ...options,
    keepAliveTimeout: keepAliveMs,
    return503OnClosing: false,
    // Names from outside are looked up as own members only.
    onProtoPoisoning: 'ignore',
    onConstructorPoisoning: 'ignore',
    bodyLimit: ADMIN_MAX_BODY_BYTES,
    http: {
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: headersTimeoutMs,
      connectionsCheckingInterval: Math.min(headersTimeoutMs, MAX_CHECK_INTERVAL_MS),
      // A large body may take long; what counts is that it moves.
      requestTimeout: 0,
    },
  });
  // The size of the headers is bounded; dropping some of them would be worse than reading all.
  app.server.maxHeadersCount = 0;
  return app;
};

/** How often late headers are looked for, at least. */
const MAX_CHECK_INTERVAL_MS = 10_000;

/** Largest body that fastify reads itself: a document of the fleet. */
const ADMIN_MAX_BODY_BYTES = 16 * 1024 * 1024;
