import { type SettingsOf } from '../../servers/setting-table.js';
/**
 * Every setting of `homeward gateway` but those of the last-cluster memory: its flags, its
 * environment variables and the table in docs/gateway.md are this table.
 */
export declare const GATEWAY_SETTINGS: {
    readonly router: {
        readonly placeholder: "<url>";
        readonly expected: "an http or https URL without user, query and fragment";
        readonly parse: (text: string) => string | undefined;
        readonly flag: "router";
        readonly variable: "HOMEWARD_GATEWAY_ROUTER";
        readonly default: "http://127.0.0.1:8080";
        readonly meaning: "base URL of the router";
    };
    readonly models: {
        readonly flag: "models";
        readonly variable: "HOMEWARD_GATEWAY_MODELS";
        readonly default: "models.json";
        readonly meaning: "JSON file of models, keys and routing methods; watched";
        readonly expected: string;
        readonly parse: (text: string) => string | undefined;
        readonly placeholder: string;
    };
    readonly listen: {
        readonly flag: "listen";
        readonly variable: "HOMEWARD_GATEWAY_LISTEN";
        readonly default: "127.0.0.1:8090";
        readonly meaning: "where clients are served";
        readonly expected: string;
        readonly parse: (text: string) => Readonly<{
            host: string;
            port: number;
        }> | undefined;
        readonly placeholder: string;
    };
    readonly metrics: {
        readonly flag: "metrics";
        readonly variable: "HOMEWARD_GATEWAY_METRICS";
        readonly default: "127.0.0.1:9465";
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
        readonly variable: "HOMEWARD_GATEWAY_MAX_BODY";
        readonly default: "32MiB";
        readonly meaning: "largest request body; a larger one is 413";
        readonly expected: string;
        readonly parse: (text: string) => number | undefined;
        readonly placeholder: string;
    };
    readonly maxHeaders: {
        readonly flag: "max-headers";
        readonly variable: "HOMEWARD_GATEWAY_MAX_HEADERS";
        readonly default: "32KiB";
        readonly meaning: "largest request headers; larger ones are 431";
        readonly expected: string;
        readonly parse: (text: string) => number | undefined;
        readonly placeholder: string;
    };
    readonly clientIdle: {
        readonly flag: "client-idle";
        readonly variable: "HOMEWARD_GATEWAY_CLIENT_IDLE";
        readonly default: "60s";
        readonly meaning: "longest silence of a client whose turn it is: headers, body, reading the response";
        readonly expected: string;
        readonly parse: (text: string) => number | undefined;
        readonly placeholder: string;
    };
    readonly keepAlive: {
        readonly flag: "keep-alive";
        readonly variable: "HOMEWARD_GATEWAY_KEEP_ALIVE";
        readonly default: "75s";
        readonly meaning: "how long a connection without a request is kept";
        readonly expected: string;
        readonly parse: (text: string) => number | undefined;
        readonly placeholder: string;
    };
    readonly connectTimeout: {
        readonly flag: "connect-timeout";
        readonly variable: "HOMEWARD_GATEWAY_CONNECT_TIMEOUT";
        readonly default: "2s";
        readonly meaning: "longest time to connect to the router";
        readonly expected: string;
        readonly parse: (text: string) => number | undefined;
        readonly placeholder: string;
    };
    readonly responseTimeout: {
        readonly flag: "response-timeout";
        readonly variable: "HOMEWARD_GATEWAY_RESPONSE_TIMEOUT";
        readonly default: "12m";
        readonly meaning: "longest time the router may take to its response headers";
        readonly expected: string;
        readonly parse: (text: string) => number | undefined;
        readonly placeholder: string;
    };
    readonly silenceTimeout: {
        readonly flag: "silence-timeout";
        readonly variable: "HOMEWARD_GATEWAY_SILENCE_TIMEOUT";
        readonly default: "6m";
        readonly meaning: "longest silence of the router within a response";
        readonly expected: string;
        readonly parse: (text: string) => number | undefined;
        readonly placeholder: string;
    };
    readonly shutdownGrace: {
        readonly flag: "shutdown-grace";
        readonly variable: "HOMEWARD_GATEWAY_SHUTDOWN_GRACE";
        readonly default: "30s";
        readonly meaning: "longest time open requests have to end after SIGTERM";
        readonly expected: string;
        readonly parse: (text: string) => number | undefined;
        readonly placeholder: string;
    };
    readonly logLevel: {
        readonly flag: "log-level";
        readonly variable: "HOMEWARD_GATEWAY_LOG_LEVEL";
        readonly default: "info";
        readonly meaning: "least level of the log lines (JSON, on standard error)";
        readonly expected: string;
        readonly parse: (text: string) => "info" | "debug" | "warn" | "silent" | undefined;
        readonly placeholder: string;
    };
};
/** The settings of a gateway server, read. */
export type GatewaySettings = SettingsOf<typeof GATEWAY_SETTINGS>;
