/** The reference router server: listeners in front, undici behind. */
import { setTimeout as sleep } from 'node:timers/promises';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Fault } from '../../../core/codec/fault.js';
import type { Given } from '../../../core/codec/option-ranges.js';
import { renderRouterFault } from '../../http/error-answer.js';
import type { AccessLog } from '../../servers/logging/access-log.js';
import { ClientWatch } from '../../servers/client/client-watch.js';
import { warnIfExposed } from '../../servers/listen/exposure.js';
import type { ListenAddress } from '../../servers/listen/listen-address.js';
import { createListenerGroup } from '../../servers/listen/listener-group.js';
import { serveMetricsPage, type MetricsPage } from '../../servers/listen/metrics-page.js';
import { createRequestLog } from '../../servers/logging/request-record.js';
import { openUpstream, type Upstream } from '../../servers/upstream/upstream.js';
import type { Router } from '../routing/create-router.js';
import { serveAdmin, type AcceptDocument } from './admin-listener.js';
import { serveRequests } from './main-listener.js';
import type { ServerState } from './readiness.js';
import { completeLimits, type RouterServerLimits } from './server-limits.js';

/** What the HTTP server of a router is made of. */
export type RouterServerOptions = Readonly<{
  /** Started by the server, and closed with it. */
  router: Router;
  listen: ListenAddress;
  admin?: ListenAddress | undefined;
  /** Host names besides IP addresses and `localhost` that the admin listener is called by. */
  adminHosts?: readonly string[] | undefined;
  /** Where the page of `metrics` is answered. */
  metrics?: Readonly<{ address: ListenAddress; page: MetricsPage }> | undefined;
  /** Told of every request that is over. Default: nobody is. */
  accessLog?: AccessLog | undefined;
  /** The routing configuration was refused when it was read last; `/readyz` tells it. Default: never. */
  isConfigRefused?: (() => boolean) | undefined;
  /** Takes in documents of `PUT /snapshot`. */
  accept?: AcceptDocument | undefined;
  /** Defaults: those of `homeward router`. */
  limits?: Given<RouterServerLimits> | undefined;
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
 * Left when `undici` is not installed; rejects when an address is taken. Throws a RangeError on
 * limits out of range.
 */
export const startRouterServer = (
  options: RouterServerOptions,
): TE.TaskEither<readonly Fault[], RouterServer> => {
  const limits = completeLimits(options.limits);
  return pipe(
    openUpstream(limits),
    TE.mapLeft((missing) => [missing]),
    TE.chainTaskK((upstream) => () => start(options, limits, upstream)),
  );
};

const start = async (
  options: RouterServerOptions,
  limits: RouterServerLimits,
  upstream: Upstream,
): Promise<RouterServer> => {
  const { router, accept } = options;
  const watch = new ClientWatch(limits.idleMs);
  const hosts = options.adminHosts ?? [];
  const listeners = createListenerGroup(limits, renderRouterFault);
  let isStopping = false;
  const stop = async (): Promise<void> => {
    isStopping = true;
    if (limits.shutdownDelayMs) await sleep(limits.shutdownDelayMs);
    await listeners.close(limits.shutdownGraceMs);
    await upstream.close();
    await router.close();
    router.telemetry.log.info('server_stopped', { server: 'router' });
  };
  try {
    await router.start();
    const requests = createRequestLog('router', router.telemetry.metrics, options.accessLog);
    const isConfigRefused = options.isConfigRefused ?? (() => false);
    const state = (): ServerState => ({ isStopping, isConfigRefused: isConfigRefused() });
    const ports = { router, upstream, limits, watch, requests, state };
    const addresses = {
      listen: await listeners.open(options.listen, serveRequests(ports), requests.noteRefused),
      ...(options.admin && {
        admin: await listeners.open(options.admin, serveAdmin({ router, accept, watch, hosts })),
      }),
      ...(options.metrics && {
        metrics: await listeners.open(
          options.metrics.address,
          serveMetricsPage(options.metrics.page, renderRouterFault),
        ),
      }),
    };
    router.telemetry.log.info('server_listening', { server: 'router', ...addresses });
    warnOfOpenListeners(options, addresses);
    return { router, addresses, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

const warnOfOpenListeners = (
  { router, listen, admin }: RouterServerOptions,
  addresses: RouterServer['addresses'],
): void => {
  const { log } = router.telemetry;
  warnIfExposed(log, listen, {
    ...{ server: 'router', listener: 'listen', address: addresses.listen },
    message: 'the router trusts its callers: let only the gateway reach it',
  });
  if (admin === undefined) return;
  warnIfExposed(log, admin, {
    ...{ server: 'router', listener: 'admin', address: addresses.admin! },
    message: 'whoever reaches the admin listener can see and replace the fleet',
  });
};
