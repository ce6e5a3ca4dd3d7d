import {
  bytes,
  count,
  duration,
  file,
  listenAddress,
  optionalListenAddress,
} from '../../servers/settings/setting-kinds.js';
import { sharedSettings } from '../../servers/settings/shared-settings.js';
import { defineSettings, type SettingsOf } from '../../servers/settings/setting-table.js';

const HOST_NAME = /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/;

const SHARED = sharedSettings('ROUTER');

/**
 * Every setting of `homeward router`: its flags, its environment variables and the table in
 * docs/router.md are this table.
 */
export const ROUTER_SETTINGS = defineSettings({
  config: {
    ...file,
    flag: 'config',
    variable: 'HOMEWARD_ROUTER_CONFIG',
    default: undefined,
    meaning: 'lb-config.json; without it every built-in algorithm may be selected',
  },
  clusters: {
    ...file,
    flag: 'clusters',
    variable: 'HOMEWARD_ROUTER_CLUSTERS',
    default: undefined,
    meaning: 'JSON file of targets, clusters and backends; watched',
  },
  clustersUrl: {
    placeholder: '<url>',
    expected: 'an http or https URL',
    parse: (text: string) => (isHttpUrl(text) ? text : undefined),
    flag: 'clusters-url',
    variable: 'HOMEWARD_ROUTER_CLUSTERS_URL',
    default: undefined,
    meaning: 'HTTP endpoint of the same JSON; polled',
  },
  clustersInterval: {
    ...duration,
    flag: 'clusters-interval',
    variable: 'HOMEWARD_ROUTER_CLUSTERS_INTERVAL',
    default: '1s',
    meaning: 'how often the endpoint is polled',
  },
  listen: {
    ...listenAddress,
    flag: 'listen',
    variable: 'HOMEWARD_ROUTER_LISTEN',
    default: '127.0.0.1:8080',
    meaning: 'where requests are taken',
  },
  admin: {
    ...optionalListenAddress,
    flag: 'admin',
    variable: 'HOMEWARD_ROUTER_ADMIN',
    default: '127.0.0.1:8081',
    meaning: 'where `POST /debug/decide` and `PUT /snapshot` are taken',
  },
  adminHosts: {
    placeholder: '<names>',
    expected: 'host names, separated by commas',
    parse: (text: string) => {
      const names = text === '' ? [] : text.toLowerCase().split(',');
      return names.every((name) => HOST_NAME.test(name)) ? names : undefined;
    },
    flag: 'admin-hosts',
    variable: 'HOMEWARD_ROUTER_ADMIN_HOSTS',
    default: '',
    meaning: 'host names besides IP addresses and localhost that the admin listener is called by',
  },
  metrics: {
    ...optionalListenAddress,
    flag: 'metrics',
    variable: 'HOMEWARD_ROUTER_METRICS',
    default: '127.0.0.1:9464',
    meaning: 'where `GET /metrics` is answered; needs the package prom-client',
  },
  maxBody: {
    ...bytes,
    flag: 'max-body',
    variable: 'HOMEWARD_ROUTER_MAX_BODY',
    default: '256MiB',
    meaning: 'largest request body; a larger one is 413',
  },
  maxHeaders: {
    ...bytes,
    flag: 'max-headers',
    variable: 'HOMEWARD_ROUTER_MAX_HEADERS',
    default: '64KiB',
    meaning: 'largest request headers; larger ones are 431',
  },
  maxResponseHeaders: {
    ...bytes,
    flag: 'max-response-headers',
    variable: 'HOMEWARD_ROUTER_MAX_RESPONSE_HEADERS',
    default: '64KiB',
    meaning: 'largest response headers of an engine; larger ones are 502',
  },
  clientIdle: SHARED.clientIdle,
  keepAlive: SHARED.keepAlive,
  connectTimeout: {
    ...duration,
    flag: 'connect-timeout',
    variable: 'HOMEWARD_ROUTER_CONNECT_TIMEOUT',
    default: '2s',
    meaning: 'longest time to connect to a backend',
  },
  responseTimeout: {
    ...duration,
    flag: 'response-timeout',
    variable: 'HOMEWARD_ROUTER_RESPONSE_TIMEOUT',
    default: '10m',
    meaning: 'longest time an engine may take to its response headers',
  },
  silenceTimeout: {
    ...duration,
    flag: 'silence-timeout',
    variable: 'HOMEWARD_ROUTER_SILENCE_TIMEOUT',
    default: '5m',
    meaning: 'longest silence of an engine within a response',
  },
  connectRetries: {
    ...count('<count>', 0, 100),
    flag: 'connect-retries',
    variable: 'HOMEWARD_ROUTER_CONNECT_RETRIES',
    default: '8',
    meaning: 'how often a request is tried again after a connect that failed',
  },
  requestRetries: {
    ...count('<count>', 0, 100),
    flag: 'request-retries',
    variable: 'HOMEWARD_ROUTER_REQUEST_RETRIES',
    default: '2',
    meaning: 'how often it is tried again after a response that asks for it',
  },
  staleAfter: {
    ...duration,
    flag: 'stale-after',
    variable: 'HOMEWARD_ROUTER_STALE_AFTER',
    default: '5s',
    meaning: 'silence after which a backend that reports counts as stale',
  },
  dropAfter: {
    ...duration,
    flag: 'drop-after',
    variable: 'HOMEWARD_ROUTER_DROP_AFTER',
    default: '30s',
    meaning: 'silence after which it is dropped',
  },
  assumedInputTps: {
    ...count('<tokens/s>', 1, 1e9),
    flag: 'assumed-input-tps',
    variable: 'HOMEWARD_ROUTER_ASSUMED_INPUT_TPS',
    default: '4000',
    meaning: 'prefill throughput of a backend of which none is stated or measured yet',
  },
  record: {
    ...file,
    flag: 'record',
    variable: 'HOMEWARD_ROUTER_RECORD',
    default: undefined,
    meaning: 'file that decisions are appended to as JSON lines; it will hold affinity keys',
  },
  recordRate: {
    placeholder: '<share>',
    expected: 'a share from 0 to 1, such as 0.01',
    parse: (text: string) =>
      /^(0|1|0?\.\d{1,15}|1\.0{1,15})$/.test(text) ? Number(text) : undefined,
    flag: 'record-rate',
    variable: 'HOMEWARD_ROUTER_RECORD_RATE',
    default: '1',
    meaning: 'share of requests whose decisions are recorded',
  },
  shutdownGrace: SHARED.shutdownGrace,
  shutdownDelay: SHARED.shutdownDelay,
  accessLog: SHARED.accessLog,
  logLevel: SHARED.logLevel,
});

/** The settings of a router server, read. */
export type RouterSettings = SettingsOf<typeof ROUTER_SETTINGS>;

const isHttpUrl = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
