/** Gateway and router in one process over engines that were named: what `homeward up` runs. */
import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { Fault } from '../../core/codec/fault.js';
import { openGateway } from '../gateway/server/open-gateway.js';
import { readinessOf } from '../router/server/readiness.js';
import { openRouter, type OpenedRouter } from '../router/server/open-router.js';
import { loadTelemetry } from '../servers/logging/load-telemetry.js';
import type { RunningServer } from '../servers/run-server.js';
import { systemClock } from '../time/clock.js';
import { absentEngines } from './absent-engines.js';
import { startDemoEngines } from './demo-engines.js';
import { describeTry, describeUp } from './describe-up.js';
import { createEngineRoster, type EngineRoster, type EngineState } from './engine-roster.js';
import { createHeldDocuments } from './held-documents.js';
import { documentsOf, type UpDocuments } from './up-documents.js';
import type { UpServerSettings } from './up-server-settings.js';
import type { UpGatewaySettings } from './up-settings.js';

/**
 * Opens gateway and router; left with every fault of their files, and then nothing stays open.
 *
 * Resolves when every engine was asked once; those that have not answered are asked on. `print`
 * takes what is told after the start. Rejects when an address is taken.
 */
export const openUp =
  (
    settings: UpServerSettings,
    print: (line: string) => void,
  ): TE.TaskEither<readonly Fault[], RunningServer> =>
  async () => {
    const closers = createClosers();
    try {
      const opened = await open(settings, print, closers);
      if (E.isLeft(opened)) await closers.close();
      return opened;
    } catch (error) {
      await closers.close();
      throw error;
    }
  };

const open = async (
  settings: UpServerSettings,
  print: (line: string) => void,
  closers: Closers,
): Promise<E.Either<readonly Fault[], RunningServer>> => {
  const { up, gateway, lastCluster } = settings;
  const reporting = await loadTelemetry(['router', 'gateway'], gateway.logLevel);
  const demo = await startDemoEngines(up.demo ?? 0, up.slots);
  closers.add(demo.close);
  let onChange = (): void => undefined;
  const roster = createEngineRoster({
    ...{ urls: [...(up.engines ?? []), ...demo.urls], key: up.engineKey },
    ...{ clock: systemClock, log: reporting.telemetry.log },
    onChange: () => {
      onChange();
    },
  });
  closers.add(async () => {
    roster.close();
  });
  await roster.start();
  const documents = (): UpDocuments => documentsOf(factsOf(roster.states()), up.slots);
  const held = createHeldDocuments(documents(), {
    mayKnowMore: () => roster.states().some(({ facts }) => facts === undefined),
  });
  const router = await openRouter(settings.router, { reporting, held: held.routing })();
  if (E.isLeft(router)) return router;
  closers.add(router.right.stop);
  const opened = await openGateway(
    { gateway: withRouter(gateway, router.right), lastCluster },
    {
      ...{ reporting, directory: gateway.models === undefined ? held.directory : undefined },
      isServed: () => readinessOf(router.right.router, {}).isReady,
      remarks: () => remarksOf(router.right, roster),
    },
  )();
  if (E.isLeft(opened)) return opened;
  closers.add(opened.right.stop);
  const about = { settings, gateway: opened.right, router: router.right };
  let told = describeTry(about, roster.states());
  onChange = () => {
    const config = held.replace(documents());
    if (settings.router.config === undefined)
      router.right.router.runtime.reconfigure(config.config);
    if (told.isLine) return;
    const next = describeTry(about, roster.states());
    if (next.text !== told.text) print(next.text);
    told = next;
  };
  return E.right({
    description: describeUp(about, roster.states()),
    stop: closers.close,
    reload: async () => {
      roster.reload();
      await Promise.all([router.right.reload?.(), opened.right.reload?.()]);
    },
  });
};

/** What `/readyz` tells of the router and of the engines. */
const remarksOf = (
  { router, isConfigRefused }: OpenedRouter,
  { states }: EngineRoster,
): readonly string[] => [
  ...(isConfigRefused()
    ? ['the routing configuration is refused; the version before it is used']
    : []),
  ...absentEngines(states(), router.fleet.status()),
];

/** What is open, in the order of opening. */
type Closers = Readonly<{ add: (close: () => Promise<void>) => void; close: () => Promise<void> }>;

/** The last that was opened is closed first: clients go before what serves them. */
const createClosers = (): Closers => {
  const closers: (() => Promise<void>)[] = [];
  return {
    add: (close) => {
      closers.push(close);
    },
    close: async () => {
      for (const close of closers.splice(0).reverse()) await close();
    },
  };
};

const factsOf = (states: readonly EngineState[]) => states.flatMap(({ facts }) => facts ?? []);

const withRouter = ({ models, ...gateway }: UpGatewaySettings, { addresses }: OpenedRouter) => ({
  ...gateway,
  models: models ?? '',
  router: `http://${addresses.listen}`,
});
