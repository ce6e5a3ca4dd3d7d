/** The reference router server: fastify in front, undici behind. */
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import type { Fault } from '../../../core/codec/fault.js';
import { watchServer } from '../../servers/drain-server.js';
import { formatAddress, type ListenAddress } from '../../servers/listen-address.js';
import { loadPackage } from '../../node/load-package.js';
import type { PrometheusMetrics } from '../../telemetry/prometheus.js';
import { createAdminListener, type AcceptDocument } from './admin-listener.js';
import type { Router } from '../routing/create-router.js';
import type { Fastify, ListenerLimits } from './fastify-app.js';
import { createMainListener } from './main-listener.js';
import { createMetricsListener } from './metrics-listener.js';
import type { BodyLimits } from '../proxy/replayable-body.js';
import { openUpstream, type Upstream, type UpstreamLimits } from '../proxy/upstream.js';

export type RouterServerOptions = Readonly<{
  /** Started by the server, and closed with it. */
  router: Router;
  listen: ListenAddress;
  admin?: ListenAddress | undefined;
  /** Where the page of `metrics` is answered. */
  metrics?: Readonly<{ address: ListenAddress; page: PrometheusMetrics }> | undefined;
  /** Takes in documents of `PUT /snapshot`. */
  accept?: AcceptDocument | undefined;
  limits: BodyLimits & ListenerLimits & UpstreamLimits & Readonly<{ shutdownGraceMs: number }>;
}>;

/** A router server that listens. */
export type RouterServer = Readonly<{
  router: Router;
  /** `host:port` of each listener. */
  addresses: Readonly<{ listen: string; admin?: string; metrics?: string }>;
  /** Ends gracefully, within `shutdownGraceMs`. */
  stop: () => Promise<void>;
}>;

/**
 * Starts the router and its listeners.
 *
 * Left when `fastify` or `undici` is not installed; rejects when an address is taken.
 */
export const startRouterServer = (
  options: RouterServerOptions,
): TE.TaskEither<readonly Fault[], RouterServer> =>
  pipe(
    TE.Do,
    TE.bind('fastify', () => loadPackage<Fastify>('fastify')),
    TE.bind('upstream', () => openUpstream(options.limits)),
    TE.mapLeft((missing) => [missing]),
    TE.chainTaskK(
      ({ fastify, upstream }) =>
        () =>
          start(options, fastify, upstream),
    ),
  );

const start = async (
  options: RouterServerOptions,
  fastify: Fastify,
  upstream: Upstream,
): Promise<RouterServer> => {
  const { router, limits, accept } = options;
  let isStopping = false;
  const ports = { router, upstream, limits, isStopping: () => isStopping };
  const opened: Listening[] = [];
  const open = async (app: FastifyInstance, address: ListenAddress): Promise<string> => {
    const listening = await listen(app, address);
    opened.push(listening);
    return listening.address;
  };
  const stop = async (): Promise<void> => {
    isStopping = true;
    await Promise.all(opened.map(({ close }) => close(limits.shutdownGraceMs)));
    await upstream.close();
    await router.close();
    router.telemetry.log.info('server_stopped', { server: 'router' });
  };
  try {
    await router.start();
    const main = createMainListener(fastify, limits, ports);
    const addresses = {
      listen: await open(main, options.listen),
      ...(options.admin && {
        admin: await open(createAdminListener(fastify, limits, router, accept), options.admin),
      }),
      ...(options.metrics && {
        metrics: await open(
          createMetricsListener(fastify, limits, options.metrics.page),
          options.metrics.address,
        ),
      }),
    };
    router.telemetry.log.info('server_listening', { server: 'router', ...addresses });
    return { router, addresses, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

type Listening = Readonly<{ address: string; close: (graceMs: number) => Promise<void> }>;

const listen = async (app: FastifyInstance, { host, port }: ListenAddress): Promise<Listening> => {
  const { drain } = watchServer(app.server);
  await app.listen({ host, port });
  const bound = app.server.address() as AddressInfo;
  return {
    address: formatAddress({ host, port: bound.port }),
    close: async (graceMs) => {
      await drain(graceMs);
      await app.close();
    },
  };
};
