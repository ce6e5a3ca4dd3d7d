import { type SettingsOf } from '../../servers/setting-table.js';
/**
 * Every setting of `homeward router`: its flags, its environment variables and the table in
 * docs/router.md are this table.
 */
export declare const ROUTER_SETTINGS: {
    readonly config: {
        readonly flag: "config";
        readonly variable: "HOMEWARD_ROUTER_CONFIG";
        readonly default: undefined;
        readonly meaning: "lb-config.json; without it every built-in algorithm may be selected";
        readonly expected: string;
        readonly parse: (text: string) => string | undefined;
        readonly placeholder: string;
    };
    readonly clusters: {
        readonly flag: "clusters";
        readonly variable: "HOMEWARD_ROUTER_CLUSTERS";
        readonly default: undefined;
        readonly meaning: "JSON file of targets, clusters and backends; watched";
        readonly expected: string;
        readonly parse: (text: string) => string | undefined;
        readonly placeholder: string;
    };
    readonly clustersUrl: {
        readonly placeholder: "<url>";
        readonly expected: "an http or https URL";
        readonly parse: (text: string) => string | undefined;
        readonly flag: "clusters-url";
        readonly variable: "HOMEWARD_ROUTER_CLUSTERS_URL";
        readonly default: undefined;
        readonly meaning: "HTTP endpoint of the same JSON; polled";
    };
    readonly clustersInterval: {
        readonly flag: "clusters-interval";
        readonly variable: "HOMEWARD_ROUTER_CLUSTERS_INTERVAL";
        readonly default: "1s";
        readonly meaning: "how often the endpoint is polled";
        readonly expected: string;
        readonly parse: (text: string) => number | undefined;
        readonly placeholder: string;
    };
    readonly listen: {
        readonly flag: "listen";
        readonly variable: "HOMEWARD_ROUTER_LISTEN";
        readonly default: "127.0.0.1:8080";
        readonly meaning: "where requests are taken";
        readonly expected: string;
        readonly parse: (text: string) => Readonly<{
            host: string;
            port: number;
        }> | undefined;
        readonly placeholder: string;
    };
    readonly admin: {
        readonly flag: "admin";
        readonly variable: "HOMEWARD_ROUTER_ADMIN";
        readonly default: "127.0.0.1:8081";
        readonly meaning: "where `POST /debug/decide` and `PUT /snapshot` are taken";
        readonly expected: string;
        readonly parse: (text: string) => "off" | Readonly<{
            host: string;
            port: number;
        }> | undefined;
        readonly placeholder: string;
    };
    readonly metrics: {
        readonly flag: "metrics";
        readonly variable: "HOMEWARD_ROUTER_METRICS";
        readonly default: "127.0.0.1:9464";
        readonly meaning: "where `GET /metrics` is answered; needs the package prom-client";
        readonly expected: string;
        readonly parse: (text: string) => "off" | Readonly<{
            host: string;
            port: number;
        }> | undefined;
        readonly placeholder: string;
    };
    readonly maxBody: {
        readonly flag: "max-body";
        readonly variable: "HOMEWARD_ROUTER_MAX_BODY";
        readonly default: "256MiB";
        readonly meaning: "largest request body; a larger one is 413";
        readonly expected: string;
        readonly parse: (text: string) => number | undefined;
        readonly placeholder: string;
    };
    readonly maxHeaders: {
        readonly flag: "max-headers";
        readonly variable: "HOMEWARD_ROUTER_MAX_HEADERS";
        readonly default: "32KiB";
        readonly meaning: "largest request headers; larger ones are 431";
        readonly expected: string;
        readonly parse: (text: string) => number | undefined;
        readonly placeholder: string;
    };
    readonly clientIdle: {
        readonly flag: "client-idle";
        readonly variable: "HOMEWARD_ROUTER_CLIENT_IDLE";
        readonly default: "60s";
        readonly meaning: "longest silence of a client whose turn it is: headers, body, reading the response";
        readonly expected: string;
        readonly parse: (text: string) => number | undefined;
        readonly placeholder: string;
    };
    readonly keepAlive: {
        readonly flag: "keep-alive";
        readonly variable: "HOMEWARD_ROUTER_KEEP_ALIVE";
        readonly default: "75s";
        readonly meaning: "how long a connection without a request is kept";
        readonly expected: string;
        readonly parse: (text: string) => number | undefined;
        readonly placeholder: string;
    };
    readonly connectTimeout: {
        readonly flag: "connect-timeout";
        readonly variable: "HOMEWARD_ROUTER_CONNECT_TIMEOUT";
        readonly default: "2s";
        readonly meaning: "longest time to connect to a backend";
        readonly expected: string;
        readonly parse: (text: string) => number | undefined;
        readonly placeholder: string;
    };
    readonly responseTimeout: {
        readonly flag: "response-timeout";
        readonly variable: "HOMEWARD_ROUTER_RESPONSE_TIMEOUT";
        readonly default: "10m";
        readonly meaning: "longest time an engine may take to its response headers";
        readonly expected: string;
        readonly parse: (text: string) => number | undefined;
        readonly placeholder: string;
    };
    readonly silenceTimeout: {
        readonly flag: "silence-timeout";
        readonly variable: "HOMEWARD_ROUTER_SILENCE_TIMEOUT";
        readonly default: "5m";
        readonly meaning: "longest silence of an engine within a response";
        readonly expected: string;
        readonly parse: (text: string) => number | undefined;
        readonly placeholder: string;
    };
    readonly staleAfter: {
        readonly flag: "stale-after";
        readonly variable: "HOMEWARD_ROUTER_STALE_AFTER";
        readonly default: "5s";
        readonly meaning: "silence after which a backend that reports counts as stale";
        readonly expected: string;
        readonly parse: (text: string) => number | undefined;
        readonly placeholder: string;
    };
    readonly dropAfter: {
        readonly flag: "drop-after";
        readonly variable: "HOMEWARD_ROUTER_DROP_AFTER";
        readonly default: "30s";
        readonly meaning: "silence after which it is dropped";
        readonly expected: string;
        readonly parse: (text: string) => number | undefined;
        readonly placeholder: string;
    };
    readonly record: {
        readonly flag: "record";
        readonly variable: "HOMEWARD_ROUTER_RECORD";
        readonly default: undefined;
        readonly meaning: "file that decisions are appended to as JSON lines; it will hold affinity keys";
        readonly expected: string;
        readonly parse: (text: string) => string | undefined;
        readonly placeholder: string;
    };
    readonly recordRate: {
        readonly placeholder: "<share>";
        readonly expected: "a share from 0 to 1, such as 0.01";
        readonly parse: (text: string) => number | undefined;
        readonly flag: "record-rate";
        readonly variable: "HOMEWARD_ROUTER_RECORD_RATE";
        readonly default: "1";
        readonly meaning: "share of requests whose decisions are recorded";
    };
    readonly shutdownGrace: {
        readonly flag: "shutdown-grace";
        readonly variable: "HOMEWARD_ROUTER_SHUTDOWN_GRACE";
        readonly default: "30s";
        readonly meaning: "longest time open requests have to end after SIGTERM";
        readonly expected: string;
        readonly parse: (text: string) => number | undefined;
        readonly placeholder: string;
    };
    readonly logLevel: {
        readonly flag: "log-level";
        readonly variable: "HOMEWARD_ROUTER_LOG_LEVEL";
        readonly default: "info";
        readonly meaning: "least level of the log lines (JSON, on standard error)";
        readonly expected: string;
        readonly parse: (text: string) => "info" | "debug" | "warn" | "silent" | undefined;
        readonly placeholder: string;
    };
};
/** The settings of a router server, read. */
export type RouterSettings = SettingsOf<typeof ROUTER_SETTINGS>;
