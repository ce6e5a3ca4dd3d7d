/** What is known of requests: for the metrics and for the access log of a server. */
import type { ServerResponse } from 'node:http';
import type { Metrics } from '../../telemetry/port.js';
import type { AccessLog } from './access-log.js';
import type { ClientDeparture } from '../client/client-departure.js';
import { RequestSeries, type RequestMetrics } from './request-series.js';

/** One request, filled in as more becomes known of it. */
export type RequestRecord = {
  requestId: string | null;
  /** A model that is served; "" before that is known. */
  model: string;
  sessionSource: string | null;
  sessionState: string | null;
  cluster: string | null;
  backend: string | null;
  /** Time it waited for a place, ms. */
  waitMs: number | null;
  requestBytes: number;
  responseBytes: number;
  /** Clock time at which the headers of a response from behind were there. */
  firstByteMs: number | undefined;
  /** The response broke off behind, while the client was there. */
  isBroken: boolean;
};

/** Where the requests of one server are counted. */
export type RequestLog = Readonly<{
  /** A request came in; it is counted and written down when it is over. */
  begin: (response: ServerResponse, departure: ClientDeparture) => RequestRecord;
  /** The headers of a response from behind are there. */
  noteFirstByte: (record: RequestRecord) => void;
  /** The listener answered a request itself, as it could not be read or may not be served. */
  noteRefused: (status: number) => void;
}>;

const NAMES: Readonly<Record<'router' | 'gateway', RequestMetrics>> = {
  router: {
    requests: 'routerRequests',
    duration: 'routerDuration',
    firstByte: 'routerFirstByte',
    inFlight: 'routerInFlight',
    requestBytes: 'routerRequestBytes',
    responseBytes: 'routerResponseBytes',
  },
  gateway: {
    requests: 'gatewayRequests',
    duration: 'gatewayDuration',
    firstByte: 'gatewayFirstByte',
    inFlight: 'gatewayInFlight',
    requestBytes: 'gatewayRequestBytes',
    responseBytes: 'gatewayResponseBytes',
  },
};

/** Counts requests of a server, and writes each down where there is an access log. */
export const createRequestLog = (
  role: 'router' | 'gateway',
  metrics: Metrics,
  accessLog: AccessLog | undefined,
  nowMs: () => number = () => performance.now(),
): RequestLog => {
  const names = NAMES[role];
  const series = new RequestSeries(metrics, names);
  let inFlight = 0;
  let timer: NodeJS.Timeout | undefined;
  // A page is read now and then; the figure need not be written for every request.
  const moved = (by: 1 | -1): void => {
    inFlight += by;
    timer ??= setTimeout(() => {
      timer = undefined;
      metrics.gauge(names.inFlight, NO_LABELS, inFlight);
    }, GAUGE_INTERVAL_MS).unref();
  };
  const end = (record: RequestRecord, status: number, arrivedMs: number): void => {
    moved(-1);
    const durationMs = nowMs() - arrivedMs;
    const { model, requestBytes, responseBytes } = record;
    const firstByteMs =
      record.firstByteMs === undefined ? undefined : record.firstByteMs - arrivedMs;
    series.count(model, { status, durationMs, firstByteMs, requestBytes, responseBytes });
    accessLog?.(accessFields(role, record, status, firstByteMs, durationMs));
  };
  return {
    begin: (response, departure) => {
      const arrivedMs = nowMs();
      const record = newRecord();
      moved(1);
      departure.whenOver(() => {
        end(record, departure.aborted ? cutOffStatus(record) : response.statusCode, arrivedMs);
      });
      return record;
    },
    noteFirstByte: (record) => {
      record.firstByteMs = nowMs();
    },
    noteRefused: (status) => {
      series.countRefused(status);
      accessLog?.(accessFields(role, newRecord(), status, undefined, undefined));
    },
  };
};

/** How old the number of requests in flight may be, ms. */
const GAUGE_INTERVAL_MS = 250;

/** What counts where the client did not get its whole answer. */
const cutOffStatus = ({ isBroken }: RequestRecord): number =>
  isBroken ? BAD_GATEWAY : CLIENT_GONE;

const BAD_GATEWAY = 502;
const CLIENT_GONE = 499;

const NO_LABELS = {};

const newRecord = (): RequestRecord => ({
  requestId: null,
  model: '',
  sessionSource: null,
  sessionState: null,
  cluster: null,
  backend: null,
  waitMs: null,
  requestBytes: 0,
  responseBytes: 0,
  firstByteMs: undefined,
  isBroken: false,
});

const accessFields = (
  server: 'router' | 'gateway',
  record: RequestRecord,
  status: number,
  firstByteMs: number | undefined,
  durationMs: number | undefined,
) => ({
  time: new Date().toISOString(),
  server,
  request_id: record.requestId,
  model: record.model === '' ? null : record.model,
  session_source: record.sessionSource,
  session_state: record.sessionState,
  cluster: record.cluster,
  backend: record.backend,
  wait_ms: rounded(record.waitMs),
  status,
  request_bytes: record.requestBytes,
  response_bytes: record.responseBytes,
  ttft_ms: rounded(firstByteMs),
  duration_ms: rounded(durationMs),
});

/** To a hundredth of a millisecond. */
const rounded = (ms: number | null | undefined): number | null =>
  ms === null || ms === undefined ? null : Math.round(ms * 100) / 100;
