import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoryRun, StoryFleet } from '../story.js';
import { createCommandGroup, type CommandGroup, type RunningCommand } from './command-group.js';
import { openLiveFleet, type LiveServers } from './live-fleet.js';
import { createRouterInsight, createSessionLog, type SessionLog } from './router-insight.js';
import {
  lbConfig,
  MODEL_IDS,
  modelList,
  PREFILL_TOKENS_PER_SECOND,
  SLOTS,
  type StoryClusterId,
} from './story-files.js';

/** Two mock engines, a router and a gateway, each a process of its own. */
export type DemoServers = Readonly<{
  /** What listens where, for people. */
  addresses: readonly (readonly [role: string, url: string])[];
  openFleet: (run: StoryRun) => Promise<StoryFleet>;
  /** Ends all processes. */
  close: () => Promise<void>;
}>;

/** Starts the processes from `script`, the program itself; rejects when one of them cannot. */
export const startDemoServers = async (script: string): Promise<DemoServers> => {
  const folder = await mkdtemp(join(tmpdir(), 'homeward-demo-'));
  const group = createCommandGroup(script);
  const close = async (): Promise<void> => {
    await group.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const { addresses, servers } = await startServers(group, folder);
    return { addresses, openFleet: (run) => openLiveFleet(servers, run), close };
  } catch (error) {
    await close();
    throw error;
  }
};

type Started = Pick<DemoServers, 'addresses'> & Readonly<{ servers: LiveServers }>;

const startServers = async (group: CommandGroup, folder: string): Promise<Started> => {
  const log = createSessionLog();
  const [A, B, router] = await Promise.all([
    startEngine(group, 'A'),
    startEngine(group, 'B'),
    startRouter(group, folder, log),
  ]);
  const gateway = await startGateway(group, folder, router.url);
  const [, admin, metrics] = /; admin (\S+); metrics (\S+)$/.exec(router.line) ?? [];
  const addresses = { admin: `http://${admin!}`, metrics: `http://${metrics!}` };
  return {
    addresses: [
      ['mock engine of cluster A', A.url],
      ['mock engine of cluster B', B.url],
      ['router', router.url],
      ['gateway', gateway.url],
    ],
    servers: {
      engineUrls: { A: A.url, B: B.url },
      gatewayUrl: gateway.url,
      router: createRouterInsight(addresses, log),
    },
  };
};

const startEngine = (group: CommandGroup, clusterId: StoryClusterId): Promise<RunningCommand> =>
  group.start({
    args: [
      ...['mock-engine', '--cluster-id', clusterId, '--backend-id', `${clusterId}-1`],
      ...['--slots', String(SLOTS), '--model-ids', ...MODEL_IDS],
      ...['--prefill-tokens-per-second', String(PREFILL_TOKENS_PER_SECOND)],
    ],
  });

const ANY_PORT = '127.0.0.1:0';

const startRouter = async (
  group: CommandGroup,
  folder: string,
  log: SessionLog,
): Promise<RunningCommand> => {
  const config = join(folder, 'lb-config.json');
  await writeFile(config, JSON.stringify(lbConfig()));
  const listeners = ['--listen', ANY_PORT, '--admin', ANY_PORT, '--metrics', ANY_PORT];
  return group.start({
    args: ['router', '--config', config, ...listeners, '--log-level', 'debug'],
    onLine: log.add,
  });
};

const startGateway = async (
  group: CommandGroup,
  folder: string,
  routerUrl: string,
): Promise<RunningCommand> => {
  const models = join(folder, 'models.json');
  await writeFile(models, JSON.stringify(modelList()));
  const listeners = ['--listen', ANY_PORT, '--metrics', 'off'];
  return group.start({
    args: ['gateway', '--models', models, '--router', routerUrl, ...listeners],
    environment: { STARGATE_LAST_CLUSTER_ENABLED: 'true' },
  });
};
