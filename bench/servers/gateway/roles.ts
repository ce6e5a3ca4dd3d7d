/** The processes beside the client: engines, a router and a gateway, as the commands set them up. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { GATEWAY_SETTINGS, openGateway } from '../../../src/adapters/gateway/index.js';
import { parseLastClusterSettings } from '../../../src/adapters/gateway/last-cluster/settings.js';
import { openRouter, ROUTER_SETTINGS } from '../../../src/adapters/router/index.js';
import { readSettings, type Texts } from '../../../src/adapters/servers/settings/setting-table.js';
import { createMockEngine } from '../../../src/adapters/testing/mock-engine/index.js';
import { MODEL, orThrow } from '../scene.js';

/** What a child process is told to be. */
export type Role =
  | Readonly<{ kind: 'engines'; outputTokens: number; decodeTokensPerSecond: number }>
  | Readonly<{ kind: 'router' | 'gateway'; flags: Texts }>;

/** Memory in bytes, processor time in ms. */
export type Usage = Readonly<{ rss: number; heapUsed: number; cpuMs: number }>;

/** A process in a role. */
export type Child = Readonly<{
  /** Base URLs: of each engine, or of the server. */
  urls: readonly string[];
  /** Of the process, after a collection of garbage. */
  usage: () => Promise<Usage>;
  end: () => void;
}>;

/** Clusters, each one engine. */
export const CLUSTER_IDS = ['A', 'B', 'C', 'D'] as const;

/** Starts this very program as a child in a role. */
export const startRole = async (role: Role): Promise<Child> => {
  const child = fork(fileURLToPath(import.meta.url), [JSON.stringify(role)], {
    execArgv: ['--expose-gc'],
  });
  const next = async <A>(): Promise<A> => ((await once(child, 'message')) as [A])[0];
  const urls = await next<readonly string[]>();
  const usage = (): Promise<Usage> => {
    child.send('usage');
    return next();
  };
  return { urls, usage, end: () => void child.kill() };
};

/** Becomes a role; says where it listens over IPC, and answers questions about memory. */
export const playRole = async (role: Role): Promise<void> => {
  const urls = await ROLES[role.kind](role as never);
  process.on('message', () => {
    globalThis.gc?.();
    const { rss, heapUsed } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    process.send?.({ rss, heapUsed, cpuMs: (user + system) / 1000 });
  });
  // The parent is gone, and nobody else would end this process.
  process.on('disconnect', () => process.exit());
  process.send?.(urls);
};

type RoleOf<Kind extends Role['kind']> = Extract<Role, { kind: Kind }>;

const playEngines = (role: RoleOf<'engines'>): Promise<readonly string[]> =>
  Promise.all(
    CLUSTER_IDS.map(async (clusterId) => {
      const { outputTokens, decodeTokensPerSecond } = role;
      const engine = await createMockEngine({
        ...{ clusterId, modelIds: [MODEL], slots: 10_000, prefillTokensPerSecond: 1e7 },
        ...{ outputTokens, decodeTokensPerSecond, kvCapacityTokens: 1e8 },
      });
      return engine.url;
    }),
  );

const playRouter = async ({ flags }: RoleOf<'router'>): Promise<readonly string[]> => {
  const settings = orThrow(readSettings(ROUTER_SETTINGS, flags, {}));
  return urlsIn(orThrow(await openRouter(settings)()).description);
};

const playGateway = async ({ flags }: RoleOf<'gateway'>): Promise<readonly string[]> => {
  const gateway = orThrow(readSettings(GATEWAY_SETTINGS, flags, {}));
  const lastCluster = orThrow(parseLastClusterSettings({ STARGATE_LAST_CLUSTER_ENABLED: 'true' }));
  return urlsIn(orThrow(await openGateway({ gateway, lastCluster })()).description);
};

const ROLES = { engines: playEngines, router: playRouter, gateway: playGateway } as const;

/** The address that a server says it listens on. */
const urlsIn = (description: string): readonly string[] => [
  /listening on (http:\/\/\S+)/.exec(description)![1]!,
];
