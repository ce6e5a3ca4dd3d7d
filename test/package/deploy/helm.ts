/** The charts, rendered by helm into Kubernetes objects. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse, parseAllDocuments } from 'yaml';
import { findServerBinary } from '../../support/server-process.js';

const FOLDER = fileURLToPath(new URL('../../../deploy/helm/', import.meta.url));

/** The program, if it is installed. */
export const helmBinary = findServerBinary('helm');

/** A Kubernetes object, as far as the tests look at it. */
export type KubernetesObject = Readonly<{
  kind: string;
  metadata: Readonly<{ name: string }>;
  data?: Readonly<Record<string, string>>;
  stringData?: Readonly<Record<string, string>>;
  spec: Json;
}>;

// Objects of Kubernetes, read at places that the test names.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any;

/** A container of a pod, as far as the tests look at it. */
export type Container = Readonly<{
  image: string;
  args: readonly string[];
  env: readonly Readonly<{ name: string; value?: string; valueFrom?: Json }>[];
  ports: readonly Readonly<{ name: string; containerPort: number }>[];
  readinessProbe: Json;
  livenessProbe: Json;
  lifecycle?: Json;
  securityContext: Json;
  volumeMounts: readonly Readonly<{ name: string; mountPath: string }>[];
}>;

/** Runs helm and returns what it prints; throws when it fails. */
export const helm = (...args: readonly string[]): string =>
  // Helm built from source takes itself for one of Kubernetes 1.20.
  execFileSync(helmBinary!, [...args, '--kube-version', '1.34.0'], {
    ...{ cwd: FOLDER, encoding: 'utf8', stdio: 'pipe' },
  });

/** The objects that a chart makes of values, given as `name=value`. */
export const render = (
  chart: string,
  ...values: readonly string[]
): readonly KubernetesObject[] => {
  const settings = values.flatMap((value) => ['--set-json', value]);
  const documents = parseAllDocuments(helm('template', chart, chart, ...settings));
  return documents.map((document) => {
    if (document.errors.length > 0) throw document.errors[0]!;
    return document.toJS() as KubernetesObject;
  });
};

/** Values that a server needs to have something to do, and all that can be left out. */
export const FULL_VALUES: Readonly<Record<string, readonly string[]>> = {
  'llm-api-gateway': [
    'lastCluster.enabled=true',
    'lastCluster.store="redis://redis:6379"',
    'models.content={"models":[{"model":"m"}]}',
    'settings.HOMEWARD_GATEWAY_CORS_ORIGIN="*"',
  ],
  'llm-request-router': [
    'routing.config={"models":{"m":{"algorithm":"pulsar","max_input_work_seconds":2000000}}}',
    'settings.HOMEWARD_ROUTER_ADMIN_HOSTS="router"',
    'settings.HOMEWARD_ROUTER_RECORD="/records/decisions.jsonl"',
  ],
};

/** The only object of a kind. */
export const objectOf = (objects: readonly KubernetesObject[], kind: string): KubernetesObject => {
  const found = objects.filter((object) => object.kind === kind);
  if (found.length !== 1) throw new Error(`${String(found.length)} objects of the kind ${kind}`);
  return found[0]!;
};

/** The pod of a chart's deployment, and its only container. */
export const podOf = (objects: readonly KubernetesObject[]): readonly [Json, Container] => {
  const pod = objectOf(objects, 'Deployment').spec.template.spec as Json;
  return [pod, pod.containers[0] as Container];
};

/** The default values of a chart. */
export const valuesOf = (chart: string): Json =>
  parse(readFileSync(`${FOLDER}${chart}/values.yaml`, 'utf8'));
