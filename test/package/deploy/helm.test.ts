/** The Helm charts: their values are the settings in code, and what they render is well formed. */
import { describe, expect, test } from 'vitest';
import { GATEWAY_SETTINGS, parseModelList } from '../../../src/adapters/gateway/index.js';
import { LAST_CLUSTER_SETTINGS } from '../../../src/adapters/gateway/last-cluster/settings.js';
import { ROUTER_SETTINGS } from '../../../src/adapters/router/server/router-settings.js';
import {
  readSettings,
  type SettingTable,
} from '../../../src/adapters/servers/settings/setting-table.js';
import { manifest } from '../packed-folder.js';
import { FULL_VALUES, helm, helmBinary, objectOf, podOf, render, valuesOf } from './helm.js';

const GATEWAY: SettingTable = { ...GATEWAY_SETTINGS, ...LAST_CLUSTER_SETTINGS };

const CHARTS: readonly Readonly<{
  chart: string;
  table: SettingTable;
  /** Variables that have values of their own, elsewhere than under `settings`. */
  own: readonly string[];
}>[] = [
  {
    chart: 'llm-api-gateway',
    table: GATEWAY,
    own: [
      ...['LISTEN', 'METRICS', 'ROUTER', 'MODELS', 'SHUTDOWN_DELAY', 'SHUTDOWN_GRACE'].map(
        (name) => `HOMEWARD_GATEWAY_${name}`,
      ),
      ...Object.values(LAST_CLUSTER_SETTINGS).map(({ variable }) => variable),
    ],
  },
  {
    chart: 'llm-request-router',
    table: ROUTER_SETTINGS,
    own: [
      ...['LISTEN', 'METRICS', 'CONFIG', 'CLUSTERS', 'CLUSTERS_URL', 'CLUSTERS_INTERVAL'],
      ...['SHUTDOWN_DELAY', 'SHUTDOWN_GRACE'],
    ].map((name) => `HOMEWARD_ROUTER_${name}`),
  },
];

const specsOf = (table: SettingTable) =>
  Object.values(table).filter(({ variable }) => variable !== undefined);

describe.each(CHARTS)('the values of $chart', ({ chart, table, own }) => {
  const values = valuesOf(chart);

  test('list every other setting of the server with its default', () => {
    const rest = specsOf(table).filter(({ variable }) => !own.includes(variable!));
    expect(values.settings).toEqual(
      Object.fromEntries(rest.map((spec) => [spec.variable, spec.default ?? ''])),
    );
  });

  test('keep the time that the server takes to end by default', () => {
    const { shutdown } = values;
    expect(`${String(shutdown.graceSeconds)}s`).toBe(table['shutdownGrace']!.default);
    expect(`${String(shutdown.delaySeconds)}s`).toBe(table['shutdownDelay']!.default);
  });
});

test('the values of the last-cluster memory have its defaults', () => {
  const { enabled, ttl, lookupTimeout, localMaxEntries, store } =
    valuesOf('llm-api-gateway').lastCluster;
  expect([enabled, ttl, lookupTimeout, localMaxEntries, store].map(String)).toEqual(
    Object.values(LAST_CLUSTER_SETTINGS).map((spec) => spec.default),
  );
});

if (helmBinary === undefined) {
  console.log('skipped: helm is not installed (`bash .ci/install-servers` builds it)');
}

describe.skipIf(helmBinary === undefined).each(CHARTS)('$chart', ({ chart, table, own }) => {
  test('is accepted by helm lint, with every warning a failure', () => {
    expect(helm('lint', '--strict', chart)).toContain('0 chart(s) failed');
  });

  test('gives the server every setting under its name, and no other', () => {
    const known = specsOf(table).map(({ variable }) => variable);
    const [, plain] = podOf(render(chart));
    const [, full] = podOf(render(chart, ...FULL_VALUES[chart]!));
    const polled =
      chart === 'llm-request-router'
        ? podOf(render(chart, 'clusters.url="http://f/c"'))[1].env
        : [];
    const names = new Set([...full.env, ...polled].map(({ name }) => name));
    expect([...names].sort()).toEqual([...known].sort());
    for (const { name } of plain.env) expect(known).toContain(name);
    for (const name of own.slice(0, 2)) expect(plain.env.map((row) => row.name)).toContain(name);
  });

  test('gives the server texts that it takes', () => {
    for (const values of [[], FULL_VALUES[chart]!]) {
      const [, { env }] = podOf(render(chart, ...values));
      const texts = Object.fromEntries(env.map(({ name, value }) => [name, value]));
      expect(readSettings(table, {}, texts)).toMatchObject({ _tag: 'Right' });
      for (const value of Object.values(texts)) expect(typeof value).toBe('string');
    }
  });

  test('probes, serves metrics, and exposes what it listens on', () => {
    const objects = render(chart);
    const [, container] = podOf(objects);
    expect(container.readinessProbe.httpGet).toEqual({ path: '/readyz', port: 'http' });
    expect(container.livenessProbe.httpGet).toEqual({ path: '/healthz', port: 'http' });
    const address = (setting: string): string =>
      container.env.find(({ name }) => name.endsWith(`_${setting}`))!.value!;
    const [http, metrics] = container.ports;
    expect(address('LISTEN')).toBe(`0.0.0.0:${String(http!.containerPort)}`);
    expect(address('METRICS')).toBe(`0.0.0.0:${String(metrics!.containerPort)}`);
    const ports = objectOf(objects, 'Service').spec.ports as { name: string; targetPort: string }[];
    expect(ports.map(({ name, targetPort }) => [name, targetPort])).toEqual([
      ['http', 'http'],
      ['metrics', 'metrics'],
    ]);
  });

  test('runs without root, privileges and a writable file system', () => {
    const [pod, container] = podOf(render(chart));
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
    expect(pod.automountServiceAccountToken).toBe(false);
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  });

  test('is killed only after preStop, the delay and the grace of the server', () => {
    const times = ['shutdown.preStopSeconds=7', 'shutdown.delaySeconds=3'];
    const [pod, container] = podOf(render(chart, ...times, 'shutdown.graceSeconds=600'));
    expect(pod.terminationGracePeriodSeconds).toBe(7 + 3 + 600 + 5);
    expect(container.lifecycle.preStop.exec.command).toEqual(['sleep', '7']);
    const texts = Object.fromEntries(container.env.map(({ name, value }) => [name, value]));
    const read = readSettings(table, {}, texts);
    const settings = read._tag === 'Right' ? (read.right as Record<string, unknown>) : {};
    expect(settings['shutdownDelay']).toBe(3000);
    expect(settings['shutdownGrace']).toBe(600_000);
    const [, eager] = podOf(render(chart, 'shutdown.preStopSeconds=0'));
    expect(eager.lifecycle).toBeUndefined();
  });

  test('mounts folders that its volumes fill, and takes all that is added', () => {
    const extra = ['extraVolumes=[{"name":"x","emptyDir":{}}]', 'nodeSelector={"a":"b"}'];
    const mounted = [
      'extraVolumeMounts=[{"name":"x","mountPath":"/x"}]',
      'metrics.podMonitor=true',
    ];
    const objects = render(chart, ...FULL_VALUES[chart]!, ...extra, ...mounted);
    const [pod, container] = podOf(objects);
    const volumes = pod.volumes as { name: string; configMap?: { name: string } }[];
    expect(container.volumeMounts.map(({ name }) => name)).toEqual(volumes.map(({ name }) => name));
    const maps = objects.filter(({ kind }) => kind === 'ConfigMap').map((map) => map.metadata.name);
    for (const { configMap } of volumes) if (configMap) expect(maps).toContain(configMap.name);
    expect(objectOf(objects, 'PodMonitor').spec.podMetricsEndpoints).toEqual([{ port: 'metrics' }]);
  });

  test('runs the image of this version', () => {
    expect(podOf(render(chart))[1].image.split(':')[1]).toBe(manifest.version);
  });
});

describe.skipIf(helmBinary === undefined)('the charts together', () => {
  test('reach each other under the names of their releases', () => {
    const router = objectOf(render('llm-request-router'), 'Service');
    const port = router.spec.ports[0].port as number;
    expect(valuesOf('llm-api-gateway').routerUrl).toBe(
      `http://${router.metadata.name}:${String(port)}`,
    );
  });

  test('let nobody but the gateway reach the router', () => {
    const policy = objectOf(render('llm-request-router'), 'NetworkPolicy');
    const labels = objectOf(render('llm-api-gateway'), 'Deployment').spec.template.metadata.labels;
    const [first] = policy.spec.ingress as [{ from: [{ podSelector: { matchLabels: object } }] }];
    expect(labels).toMatchObject(first.from[0].podSelector.matchLabels);
  });

  test('keep an address with a password in a secret', () => {
    const [, container] = podOf(render('llm-api-gateway', 'lastCluster.storeSecret.name="store"'));
    const row = container.env.find(({ name }) => name === 'STARGATE_LAST_CLUSTER_STORE');
    expect(row).toEqual({
      name: 'STARGATE_LAST_CLUSTER_STORE',
      valueFrom: { secretKeyRef: { name: 'store', key: 'url' } },
    });
  });

  test('write models and routing configuration as the servers read them', () => {
    const secret = objectOf(
      render('llm-api-gateway', ...FULL_VALUES['llm-api-gateway']!),
      'Secret',
    );
    expect(parseModelList(JSON.parse(secret.stringData!['models.json']!))).toMatchObject({
      _tag: 'Right',
    });
    const maps = render('llm-request-router', ...FULL_VALUES['llm-request-router']!);
    const config = maps.find(({ data }) => data?.['lb-config.json'] !== undefined)!;
    // Helm writes large numbers with an exponent unless it is kept from it.
    expect(config.data!['lb-config.json']).toContain('"max_input_work_seconds":2000000');
  });

  test('start the router anew when its routing configuration changes', () => {
    const annotations = (config: string): unknown =>
      objectOf(render('llm-request-router', `routing.config=${config}`), 'Deployment').spec.template
        .metadata.annotations;
    expect(annotations('{"default":"random"}')).not.toEqual(annotations('{"default":"pulsar"}'));
  });
});
