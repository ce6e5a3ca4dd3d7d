/** Reads everything that `homeward up` is set up with. */
import * as E from 'fp-ts/lib/Either.js';
import { fault, type Fault } from '../../core/codec/fault.js';
import type { LastClusterSettings } from '../gateway/last-cluster/settings.js';
import { flagsOf } from '../servers/settings/setting-options.js';
import {
  isGiven,
  readSettings,
  type SettingTable,
  type Texts,
} from '../servers/settings/setting-table.js';
import { gatewayOptions } from './gateway-options.js';
import {
  UP_GATEWAY_SETTINGS,
  UP_MEMORY_SETTINGS,
  UP_ROUTER_SETTINGS,
  UP_SECRETS,
  UP_SETTINGS,
  type CommandOptions,
  type UpGatewaySettings,
  type UpRouterSettings,
  type UpSettings,
} from './up-settings.js';

/** Everything that `homeward up` is set up with. */
export type UpServerSettings = Readonly<{
  up: UpSettings;
  gateway: UpGatewaySettings;
  router: UpRouterSettings;
  lastCluster: LastClusterSettings;
  /** Nobody has said how many slots the engines have. */
  areSlotsGuessed: boolean;
}>;

/** Reads flags and environment; left with every fault, each told once. */
export const readUpSettings = (
  options: CommandOptions,
  environment: Texts,
): E.Either<readonly Fault[], UpServerSettings> => {
  const read = <T extends SettingTable>(table: T, said = options) =>
    readSettings(table, flagsOf(table, said), environment);
  const up = read({ ...UP_SETTINGS, ...UP_SECRETS });
  const gateway = read(UP_GATEWAY_SETTINGS, gatewayOptions(options));
  const router = read(UP_ROUTER_SETTINGS);
  const lastCluster = read(UP_MEMORY_SETTINGS);
  if (E.isRight(up) && E.isRight(gateway) && E.isRight(router) && E.isRight(lastCluster)) {
    const faults = contradictionsOf(up.right, router.right);
    if (faults.length > 0) return E.left(faults);
    return E.right({
      ...{ up: up.right, gateway: gateway.right, router: router.right },
      lastCluster: lastCluster.right,
      areSlotsGuessed: !isGiven(UP_SETTINGS, 'slots', flagsOf(UP_SETTINGS, options), environment),
    });
  }
  const faults = [up, gateway, router, lastCluster].flatMap((one) =>
    E.isLeft(one) ? one.left : [],
  );
  // A flag of both servers is wrong for both.
  return E.left([...new Map(faults.map((one) => [one.message, one])).values()]);
};

/** What cannot be done together. */
const contradictionsOf = (up: UpSettings, router: UpRouterSettings): readonly Fault[] => {
  const { engines, demo, write } = up;
  if (engines === undefined && demo === undefined) {
    const expected = 'the URL of an engine, or --demo';
    return [fault({ code: 'missing', path: '--engine', expected, given: undefined })];
  }
  if (write === undefined) return [];
  const notWritten: readonly (readonly [flag: string, value: unknown, why: string])[] = [
    ['--demo', demo, 'as mock engines end with the command'],
    ['--clusters', router.clusters, 'which writes the fleet file'],
    ['--clusters-url', router.clustersUrl, 'which writes the fleet file'],
  ];
  return notWritten.flatMap(([path, value, why]) => {
    const expected = `no ${path} with --write, ${why}`;
    return value === undefined
      ? []
      : [fault({ code: 'not_applicable', path, expected, given: value })];
  });
};
