import { parseOrigins } from '../serve/cors.js';
import {
  bytes,
  count,
  duration,
  file,
  listenAddress,
  oneOf,
  optionalListenAddress,
} from '../../servers/settings/setting-kinds.js';
import { sharedSettings } from '../../servers/settings/shared-settings.js';
import { defineSettings, type SettingsOf } from '../../servers/settings/setting-table.js';
import { parseDurationMs } from '../../time/duration.js';
import { MAX_WAIT_CAP_MS } from '../../http/parse-routing-headers.js';

/** Whether a text is the base URL of a router: no secrets, nothing that a target would follow. */
const isBaseUrl = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && username + password + search + hash === '';
};

const SHARED = sharedSettings('GATEWAY');

/**
 * Every setting of `homeward gateway` but those of the last-cluster memory: its flags, its
 * environment variables and the table in docs/gateway.md are this table.
 */
export const GATEWAY_SETTINGS = defineSettings({
  router: {
    placeholder: '<url>',
    expected: 'an http or https URL without user, query and fragment',
    parse: (text: string) => (isBaseUrl(text) ? text : undefined),
    // A URL that is refused because it holds a password must not show it.
    shown: (text: string) => text.replace(/\/\/[^/\s]*@/g, '//***@'),
    flag: 'router',
    variable: 'HOMEWARD_GATEWAY_ROUTER',
    default: 'http://127.0.0.1:8080',
    meaning: 'base URL of the router',
  },
  models: {
    ...file,
    flag: 'models',
    variable: 'HOMEWARD_GATEWAY_MODELS',
    default: 'models.json',
    meaning: 'JSON file of models, keys and routing methods; watched',
  },
  listen: {
    ...listenAddress,
    flag: 'listen',
    variable: 'HOMEWARD_GATEWAY_LISTEN',
    default: '127.0.0.1:8090',
    meaning: 'where clients are served',
  },
  metrics: {
    ...optionalListenAddress,
    flag: 'metrics',
    variable: 'HOMEWARD_GATEWAY_METRICS',
    default: '127.0.0.1:9465',
    meaning: 'where `GET /metrics` is answered; needs the package prom-client',
  },
  maxBody: {
    ...bytes,
    flag: 'max-body',
    variable: 'HOMEWARD_GATEWAY_MAX_BODY',
    default: '32MiB',
    meaning: 'largest request body; a larger one is 413',
  },
  bodyBudget: {
    ...bytes,
    flag: 'body-budget',
    variable: 'HOMEWARD_GATEWAY_BODY_BUDGET',
    default: '512MiB',
    meaning: 'most bytes of request bodies held at once; a request beyond it is 503',
  },
  maxHeaders: {
    ...bytes,
    flag: 'max-headers',
    variable: 'HOMEWARD_GATEWAY_MAX_HEADERS',
    default: '32KiB',
    meaning: 'largest request headers; larger ones are 431',
  },
  maxWait: {
    placeholder: '<duration>',
    expected: 'a duration of 0 to 60s: 0, or digits and a unit ms, s or m, such as 30s',
    parse: (text: string) => {
      const ms = text === '0' ? 0 : parseDurationMs(text);
      return ms !== undefined && ms <= MAX_WAIT_CAP_MS ? ms : undefined;
    },
    flag: 'max-wait',
    variable: 'HOMEWARD_GATEWAY_MAX_WAIT',
    default: '30s',
    meaning: 'longest wait for a place in the router, of models without `max_wait_ms`; 0: none',
  },
  imageTokens: {
    ...count('<count>', 0, 1_000_000),
    flag: 'image-tokens',
    variable: 'HOMEWARD_GATEWAY_IMAGE_TOKENS',
    default: '1024',
    meaning: 'tokens that an image of a prompt is taken for',
  },
  sessionFallback: {
    ...oneOf('payload', 'opening'),
    flag: 'session-fallback',
    variable: 'HOMEWARD_GATEWAY_SESSION_FALLBACK',
    default: 'payload',
    meaning: 'what tells a session without an id: the whole payload, or how the conversation opens',
  },
  sessionScope: {
    ...oneOf('model', 'caller'),
    flag: 'session-scope',
    variable: 'HOMEWARD_GATEWAY_SESSION_SCOPE',
    default: 'model',
    meaning: 'whose sessions with one id are the same: all of a model, or those of one caller',
  },
  maxResponseHeaders: {
    ...bytes,
    flag: 'max-response-headers',
    variable: 'HOMEWARD_GATEWAY_MAX_RESPONSE_HEADERS',
    default: '128KiB',
    meaning: 'largest response headers of the router; larger ones are 502',
  },
  clientIdle: SHARED.clientIdle,
  keepAlive: SHARED.keepAlive,
  connectTimeout: {
    ...duration,
    flag: 'connect-timeout',
    variable: 'HOMEWARD_GATEWAY_CONNECT_TIMEOUT',
    default: '2s',
    meaning: 'longest time to connect to the router',
  },
  responseTimeout: {
    ...duration,
    flag: 'response-timeout',
    variable: 'HOMEWARD_GATEWAY_RESPONSE_TIMEOUT',
    default: '12m',
    meaning: 'longest time the router may take to its response headers',
  },
  silenceTimeout: {
    ...duration,
    flag: 'silence-timeout',
    variable: 'HOMEWARD_GATEWAY_SILENCE_TIMEOUT',
    default: '6m',
    meaning: 'longest silence of the router within a response',
  },
  shutdownGrace: SHARED.shutdownGrace,
  shutdownDelay: SHARED.shutdownDelay,
  exposeCluster: {
    ...oneOf('off', 'on'),
    flag: 'expose-cluster',
    variable: 'HOMEWARD_GATEWAY_EXPOSE_CLUSTER',
    default: 'off',
    meaning: 'whether clients see the cluster that answered, as `x-homeward-cluster`',
  },
  corsOrigin: {
    placeholder: '<origins>',
    expected: 'origins such as https://chat.example.com, separated by commas, or *',
    parse: parseOrigins,
    flag: 'cors-origin',
    variable: 'HOMEWARD_GATEWAY_CORS_ORIGIN',
    default: '',
    meaning: 'origins whose web pages may use the gateway; none by default',
  },
  accessLog: SHARED.accessLog,
  logLevel: SHARED.logLevel,
});

/** The settings of a gateway server, read. */
export type GatewaySettings = SettingsOf<typeof GATEWAY_SETTINGS>;
