/** What is printed at the start: where to point a client, and what stands behind. */
import { counted } from '../../core/codec/counted.js';
import { describeStore } from '../gateway/last-cluster/settings.js';
import { installCommand, stateOfPackage } from '../node/optional-package.js';
import { engineName, type EngineState } from './engine-roster.js';
import { namesOf, type ListEntry } from '../gateway/directory/list-directory.js';
import type { Target } from '../../core/snapshot/snapshot.js';
import { targetKey } from '../../core/snapshot/target-key.js';
import type { UpServerSettings } from './up-server-settings.js';

/** What is told of a process that listens. */
export type UpAbout = Readonly<{
  settings: UpServerSettings;
  gateway: Readonly<{
    addresses: Readonly<{ listen: string; metrics: string | undefined }>;
    models: () => readonly ListEntry[];
  }>;
  router: Readonly<{
    addresses: Readonly<{ admin?: string }>;
    router: Readonly<{ runtime: Readonly<{ targets: () => readonly Target[] }> }>;
  }>;
}>;

/** Several lines: where clients go, each engine, what is assumed, and a line to try it with. */
export const describeUp = (about: UpAbout, engines: readonly EngineState[]): string => {
  const { settings, gateway, router } = about;
  const base = baseUrl(gateway.addresses.listen);
  const admin = router.addresses.admin ?? 'off';
  return [
    `homeward up: point clients to ${base}`,
    ...engines.map((engine) => `  ${describeEngine(engine)}`),
    `  ${describeSlots(settings)}; ${describeSessions(settings)}`,
    `  metrics ${metricsText(about)}; admin ${admin}`,
    describeTry(about, engines).text,
  ].join('\n');
};

/** Lines for a shell that work as they stand, or why there are none. */
export const describeTry = (
  about: UpAbout,
  engines: readonly EngineState[],
): Readonly<{ isLine: boolean; text: string }> => {
  const line = tryLine(about, engines);
  return { isLine: line !== undefined, text: line ?? whyNoLine(about, engines) };
};

const tryLine = (
  { gateway, router }: UpAbout,
  engines: readonly EngineState[],
): string | undefined => {
  const entry = servedEntry(gateway.models(), engines, router.router.runtime.targets());
  if (entry === undefined) return undefined;
  const model = namesOf(entry).at(-1)!;
  const base = baseUrl(gateway.addresses.listen);
  const wantsKey = entry.keyDigests !== undefined;
  const key = wantsKey ? ` -H "authorization: Bearer $OPENAI_API_KEY"` : '';
  const messages = [{ role: 'user', content: 'Hello' }];
  const body = shellText(JSON.stringify({ model, messages }));
  return [
    `  export OPENAI_BASE_URL=${base}${wantsKey ? '' : ' OPENAI_API_KEY=none'}`,
    `  curl ${base}/chat/completions${key} -H 'content-type: application/json' -d ${body}`,
  ].join('\n');
};

const whyNoLine = ({ settings }: UpAbout, engines: readonly EngineState[]): string => {
  if (engines.every(({ facts }) => facts === undefined)) {
    return '  no engine has answered yet: a line to try follows when one does';
  }
  const file = settings.gateway.models ?? '';
  const { clusters, clustersUrl } = settings.router;
  return clusters === undefined && clustersUrl === undefined
    ? `  warning: no engine that has answered serves a model that ${file} lists without a routing key`
    : `  warning: no engine that has answered, and no target of the fleet file, serves a model that ${file} lists`;
};

/**
 * The first entry of the model file that is served: by an engine that was named, which knows no
 * routing keys, or by a target of a fleet file.
 */
const servedEntry = (
  listed: readonly ListEntry[],
  engines: readonly EngineState[],
  targets: readonly Target[],
): ListEntry | undefined => {
  const byTarget = new Map(
    listed.map((entry) => [
      targetKey({ routingKey: entry.routingKey ?? '', modelId: entry.model }),
      entry,
    ]),
  );
  const named = engines.flatMap(({ facts }) => facts?.models ?? []);
  const served: readonly Target[] = [...named.map(({ id }) => ({ modelId: id })), ...targets];
  const key = served.map(targetKey).find((one) => byTarget.has(one));
  return key === undefined ? undefined : byTarget.get(key);
};

/** An address that listens everywhere is called by that of this machine. */
const baseUrl = (address: string): string =>
  `http://${address.replace(/^0\.0\.0\.0:/, '127.0.0.1:').replace(/^\[::\]:/, '[::1]:')}/v1`;

const describeEngine = ({ url, facts, failure }: EngineState): string => {
  if (facts === undefined) {
    return `engine ${url}: waiting for its models (${failure ?? 'not asked yet'})`;
  }
  return `engine ${url}: ${engineName(facts)}; models ${facts.models.map(({ id }) => id).join(', ')}`;
};

const describeSlots = ({ up, areSlotsGuessed }: UpServerSettings): string => {
  const slots = `${counted(up.slots, 'slot')} per engine`;
  const isGuess = areSlotsGuessed && (up.engines ?? []).length > 0;
  return isGuess ? `${slots}, a guess: say how many with --slots` : slots;
};

const describeSessions = ({ gateway, lastCluster }: UpServerSettings): string => {
  const memory = lastCluster.isEnabled ? describeStore(lastCluster.store) : 'off';
  return `sessions by id, else by ${gateway.sessionFallback}; last-cluster memory ${memory}`;
};

const metricsText = ({ settings, gateway }: UpAbout): string => {
  const { metrics } = gateway.addresses;
  if (metrics !== undefined) return `http://${metrics}/metrics`;
  if (settings.gateway.metrics === 'off') return 'off';
  return `off (${installCommand([stateOfPackage('prom-client')])} for them)`;
};

/** A text as one word of a shell. */
export const shellText = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
