import { GATEWAY_SETTINGS } from '../../gateway/server/gateway-settings.js';
import { ROUTER_SETTINGS } from '../../router/server/router-settings.js';
import { duration, file, listenAddress, oneOf } from '../../servers/settings/setting-kinds.js';
import { defineSettings, type SettingsOf } from '../../servers/settings/setting-table.js';

/** A setting that router or gateway has as well, under the picker's own variable. */
const shared = <const Spec extends Readonly<{ variable: string }>>(spec: Spec): Spec => ({
  ...spec,
  variable: spec.variable.replace(/^HOMEWARD_(ROUTER|GATEWAY)_/, 'HOMEWARD_PICKER_'),
});

/**
 * Every setting of `homeward picker` but those of the last-cluster memory: its flags, its
 * environment variables and the table in docs/envoy.md are this table.
 */
export const PICKER_SETTINGS = defineSettings({
  config: shared(ROUTER_SETTINGS.config),
  clusters: shared(ROUTER_SETTINGS.clusters),
  clustersUrl: shared(ROUTER_SETTINGS.clustersUrl),
  clustersInterval: shared(ROUTER_SETTINGS.clustersInterval),
  models: {
    ...file,
    flag: 'models',
    variable: 'HOMEWARD_PICKER_MODELS',
    default: undefined,
    meaning: 'JSON file of models, keys and routing methods; without it every model is open to all',
  },
  trust: {
    ...oneOf('nobody', 'headers'),
    flag: 'trust',
    variable: 'HOMEWARD_PICKER_TRUST',
    default: 'nobody',
    meaning:
      '`headers`: a gateway stands before the proxy, and its routing headers are believed; bodies are not read then',
  },
  sessionHeaderModel: {
    placeholder: '<model>',
    expected: 'the name of a model',
    parse: (text: string) => (text === '' ? undefined : text),
    flag: 'session-header-model',
    variable: 'HOMEWARD_PICKER_SESSION_HEADER_MODEL',
    default: undefined,
    meaning: 'model of requests with `x-multi-turn-session-id`, whose bodies are not read then',
  },
  sessionFallback: shared(GATEWAY_SETTINGS.sessionFallback),
  sessionScope: shared(GATEWAY_SETTINGS.sessionScope),
  imageTokens: shared(GATEWAY_SETTINGS.imageTokens),
  maxWait: shared(GATEWAY_SETTINGS.maxWait),
  listen: {
    ...listenAddress,
    flag: 'listen',
    variable: 'HOMEWARD_PICKER_LISTEN',
    default: '127.0.0.1:9002',
    meaning: 'where the proxy calls (gRPC): external processing and health',
  },
  tls: {
    ...oneOf('self-signed', 'files', 'off'),
    flag: 'tls',
    variable: 'HOMEWARD_PICKER_TLS',
    default: 'self-signed',
    meaning:
      '`self-signed`: a certificate made at the start (needs the package selfsigned); `off`: plain text',
  },
  tlsCert: {
    ...file,
    flag: 'tls-cert',
    variable: 'HOMEWARD_PICKER_TLS_CERT',
    default: undefined,
    meaning: 'certificate chain, PEM; for `--tls files`',
  },
  tlsKey: {
    ...file,
    flag: 'tls-key',
    variable: 'HOMEWARD_PICKER_TLS_KEY',
    default: undefined,
    meaning: 'private key, PEM; for `--tls files`',
  },
  fallbacks: {
    placeholder: '<count>',
    expected: 'a whole number from 0 to 16',
    parse: (text: string) => (/^(\d|1[0-6])$/.test(text) ? Number(text) : undefined),
    flag: 'fallbacks',
    variable: 'HOMEWARD_PICKER_FALLBACKS',
    default: '2',
    meaning: 'endpoints named behind the first, for the retries of the proxy; at most',
  },
  patienceAfter: {
    ...duration,
    flag: 'patience-after',
    variable: 'HOMEWARD_PICKER_PATIENCE_AFTER',
    default: '100ms',
    meaning: "when the proxy is asked to wait longer; less than the proxy's `message_timeout`",
  },
  patience: {
    ...duration,
    flag: 'patience',
    variable: 'HOMEWARD_PICKER_PATIENCE',
    default: '61s',
    meaning: "how long it is asked to wait; at most the proxy's `max_message_timeout`",
  },
  admin: { ...shared(ROUTER_SETTINGS.admin), default: '127.0.0.1:9003' },
  metrics: { ...shared(ROUTER_SETTINGS.metrics), default: '127.0.0.1:9466' },
  maxBody: {
    ...shared(GATEWAY_SETTINGS.maxBody),
    meaning: 'largest request body that is read; a larger one is 413',
  },
  bodyBudget: shared(GATEWAY_SETTINGS.bodyBudget),
  silence: {
    ...duration,
    flag: 'silence',
    variable: 'HOMEWARD_PICKER_SILENCE',
    default: '60s',
    meaning: 'longest silence of the proxy before headers and within a body',
  },
  keepAlive: {
    ...shared(ROUTER_SETTINGS.keepAlive),
    default: '5m',
    meaning: 'how long a connection without a request is kept',
  },
  staleAfter: shared(ROUTER_SETTINGS.staleAfter),
  dropAfter: shared(ROUTER_SETTINGS.dropAfter),
  assumedInputTps: shared(ROUTER_SETTINGS.assumedInputTps),
  record: shared(ROUTER_SETTINGS.record),
  recordRate: shared(ROUTER_SETTINGS.recordRate),
  shutdownDelay: {
    ...shared(GATEWAY_SETTINGS.shutdownDelay),
    default: '1s',
    meaning: 'how long requests are still taken after SIGTERM, when health has turned',
  },
  shutdownGrace: {
    ...shared(ROUTER_SETTINGS.shutdownGrace),
    meaning: 'longest time requests that wait for a backend have to end after that',
  },
  logLevel: shared(ROUTER_SETTINGS.logLevel),
});

/** The settings of a picker server, read. */
export type PickerSettings = SettingsOf<typeof PICKER_SETTINGS>;
