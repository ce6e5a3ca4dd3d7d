import { readFileSync } from 'node:fs';

export type EnvoyPorts = Readonly<{ clients: number; admin: number; picker: number }>;

/** How Envoy has bodies looked at; `alone`: there is no picker, and engines are taken in turn. */
export type EnvoyKind = keyof typeof FILES;

const FILES = { alone: 'envoy', buffered: 'envoy', streamed: 'envoy-full-duplex' } as const;

/**
 * A configuration of deploy/envoy on other ports, to these engines, in plain text to the picker.
 */
export const envoyConfig = (
  { clients, admin, picker }: EnvoyPorts,
  engines: readonly number[],
  kind: EnvoyKind,
): string => {
  const yaml = readFileSync(`deploy/envoy/${FILES[kind]}.yaml`, 'utf8')
    .replace('port_value: 10000', `port_value: ${String(clients)}`)
    .replace('port_value: 9901', `port_value: ${String(admin)}`)
    .replace('port_value: 9002', `port_value: ${String(picker)}`)
    .replace('port_value: 8001', `port_value: ${String(engines[0])}`)
    .replace('port_value: 8002', `port_value: ${String(engines[1])}`)
    // A machine at its limit is slow; what fails is counted, not what is late.
    .replace(' message_timeout: 1s', ' message_timeout: 30s')
    .replace(TLS, '');
  return kind === 'alone' ? yaml.replace(PICKER_FILTER, '') : yaml;
};

const TLS = /^ *# The picker makes a certificate[\s\S]*?UpstreamTlsContext\n/m;

const PICKER_FILTER =
  /^ *- name: envoy.filters.http.ext_proc\n[\s\S]*?(?=^ *- name: envoy.filters.http.router)/m;
