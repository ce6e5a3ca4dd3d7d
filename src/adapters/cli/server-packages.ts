/** Optional packages without which a server would not do what it was told. */
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { Fault } from '../../core/codec/fault.js';
import { requirePackages } from '../node/load-package.js';
import { isGiven, type SettingTable, type Texts } from '../servers/settings/setting-table.js';

/**
 * Checks the packages of a server: those it always needs, and prom-client when a page of metrics
 * was asked for. One that nobody asked for is left out when the package is not there.
 */
export const requireServerPackages = (
  user: string,
  packages: readonly string[],
  table: SettingTable,
  flags: Texts,
  environment: Texts,
): TE.TaskEither<readonly Fault[], void> => {
  const given = isGiven(table, 'metrics', flags, environment);
  const text = flags['metrics'] ?? environment[table['metrics']?.variable ?? ''];
  const wantsPage = given && text !== 'off';
  return requirePackages(user, [...packages, ...(wantsPage ? ['prom-client'] : [])]);
};
