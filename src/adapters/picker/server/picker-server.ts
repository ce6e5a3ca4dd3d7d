/** The picker server: external processing and health on one gRPC listener, and its side doors. */
import { renderRouterFault } from '../../http/error-answer.js';
import { serveAdmin, type AcceptDocument } from '../../router/server/admin-listener.js';
import { readinessOf } from '../../router/server/readiness.js';
import type { Router } from '../../router/routing/create-router.js';
import { ClientWatch } from '../../servers/client/client-watch.js';
import type { ListenAddress } from '../../servers/listen/listen-address.js';
import { createListenerGroup } from '../../servers/listen/listener-group.js';
import type { ListenerLimits } from '../../servers/listen/listener.js';
import { serveMetricsPage, type MetricsPage } from '../../servers/listen/metrics-page.js';
import { createPicker, type Picker, type PickerOptions } from '../create-picker.js';
import { startGrpcServer, type GrpcServer } from '../grpc/grpc-server.js';
import { createHealthService, type HealthService } from '../grpc/health-service.js';
import type { StreamLimits } from '../stream/limits.js';

/** What the gRPC server of a picker is made of. */
export type PickerServerOptions = Pick<PickerOptions, 'router' | 'rules' | 'codec'> &
  Readonly<{
    listen: ListenAddress;
    /** Key and certificate, PEM; undefined: plain text. */
    tls?: Readonly<{ key: string; cert: string }> | undefined;
    admin?: ListenAddress | undefined;
    /** Where the page of `metrics` is answered. */
    metrics?: Readonly<{ address: ListenAddress; page: MetricsPage }> | undefined;
    /** Takes in documents of `PUT /snapshot`. */
    accept?: AcceptDocument | undefined;
    limits: StreamLimits & ListenerLimits & StopLimits;
  }>;

type StopLimits = Readonly<{
  /** How long calls are still taken when health has turned, ms. */
  drainDelayMs: number;
  /** Longest time that calls have to end after that, ms. */
  shutdownGraceMs: number;
}>;

/** A picker server that listens. */
export type PickerServer = Readonly<{
  router: Router;
  picker: Picker;
  /** Calls and connections under way. */
  grpc: Pick<GrpcServer, 'openCount' | 'connectionCount' | 'replaceTls'>;
  /** `host:port` of each listener. */
  addresses: Readonly<{ listen: string; admin?: string; metrics?: string }>;
  /** Ends gracefully: health turns first, then no more calls are taken. */
  stop: () => Promise<void>;
}>;

const PROCESS = '/envoy.service.ext_proc.v3.ExternalProcessor/Process';

/** Bytes of a message besides the body in it. */
const MESSAGE_OVERHEAD_BYTES = 256 * 1024;

/** Starts the router and the listeners; rejects when an address is taken. */
export const startPickerServer = async (options: PickerServerOptions): Promise<PickerServer> => {
  const { router, codec, limits } = options;
  const picker = createPicker(options);
  let isStopping = false;
  const isReady = (): boolean => readinessOf(router, { isStopping }).isReady;
  const health = createHealthService(codec, healthOf(isReady));
  const listeners = createListenerGroup(limits, renderRouterFault);
  await router.start();
  const grpc = await openGrpc(options, picker, health);
  const stop = async (): Promise<void> => {
    isStopping = true;
    health.noteChange();
    await new Promise<void>((resolve) => router.clock.after(limits.drainDelayMs, resolve));
    picker.release();
    await Promise.all([
      grpc.close(limits.shutdownGraceMs),
      listeners.close(limits.shutdownGraceMs),
    ]);
    await router.close();
    router.telemetry.log.info('server_stopped', { server: 'picker' });
  };
  try {
    const addresses = { listen: grpc.address, ...(await openSideDoors(options, listeners.open)) };
    router.telemetry.log.info('server_listening', { server: 'picker', ...addresses });
    return { router, picker, grpc, addresses, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** The services of the Endpoint Picker Protocol; a process that answers is alive. */
const healthOf = (isReady: () => boolean) =>
  new Map([
    ['', isReady],
    ['liveness', () => true],
    ['readiness', isReady],
    ['envoy.service.ext_proc.v3.ExternalProcessor', isReady],
  ]);

const openGrpc = async (
  { listen, tls, limits, router }: PickerServerOptions,
  picker: Picker,
  health: HealthService,
): Promise<GrpcServer> => {
  const options = {
    methods: new Map([...health.methods, [PROCESS, picker.open] as const]),
    maxMessageBytes: limits.maxBodyBytes + MESSAGE_OVERHEAD_BYTES,
    ...{ keepAliveMs: limits.keepAliveMs, tls },
  };
  try {
    return await startGrpcServer(options, listen);
  } catch (error) {
    await router.close();
    throw error;
  }
};

const openSideDoors = async (
  { router, accept, admin, metrics, limits }: PickerServerOptions,
  open: ReturnType<typeof createListenerGroup>['open'],
): Promise<Readonly<{ admin?: string; metrics?: string }>> => {
  const watch = new ClientWatch(limits.silenceMs);
  return {
    ...(admin && { admin: await open(admin, serveAdmin({ router, accept, watch })) }),
    ...(metrics && {
      metrics: await open(metrics.address, serveMetricsPage(metrics.page, renderRouterFault)),
    }),
  };
};
