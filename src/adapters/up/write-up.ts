/** The same set-up as files, and as two servers: what `homeward up --write` leaves behind. */
import { access, mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { fault, type Fault } from '../../core/codec/fault.js';
import { describeError } from '../node/error-text.js';
import { flagsOf } from '../servers/settings/setting-options.js';
import type { SettingTable } from '../servers/settings/setting-table.js';
import type { Log } from '../telemetry/port.js';
import { systemClock } from '../time/clock.js';
import { shellText } from './describe-up.js';
import type { EngineFacts } from './engine-facts.js';
import { createEngineRoster } from './engine-roster.js';
import { gatewayOptions } from './gateway-options.js';
import { documentsOf } from './up-documents.js';
import type { UpServerSettings } from './up-server-settings.js';
import { UP_GATEWAY_SETTINGS, UP_ROUTER_SETTINGS, type CommandOptions } from './up-settings.js';

/** What is needed to write. */
export type WriteUpOptions = Readonly<{
  folder: string;
  settings: UpServerSettings;
  /** Flags that were given go on to the servers. */
  options: CommandOptions;
  /** Told about engines that do not answer. */
  log: Log;
}>;

/**
 * Writes fleet, model and routing files and the commands of router and gateway, when every engine
 * has answered; resolves with the paths of what was written. Left, and nothing is overwritten, when
 * one of the files is there.
 */
export const writeUp =
  (options: WriteUpOptions): TE.TaskEither<readonly Fault[], readonly string[]> =>
  async () => {
    const files = filesOf(options, await factsOfAll(options));
    const written: string[] = [];
    try {
      await mkdir(options.folder, { recursive: true });
      for (const [name] of files) {
        const isThere = await access(join(options.folder, name)).then(yes, no);
        if (isThere) return E.left([alreadyThere(join(options.folder, name))]);
      }
      for (const [name, text] of files) {
        const mode = name.endsWith('.sh') ? 0o755 : 0o644;
        const path = join(options.folder, name);
        await writeFile(path, text, { flag: 'wx', mode });
        written.push(path);
      }
      return E.right(written);
    } catch (error) {
      const given = describeError(error);
      const expected = 'a folder that can be written to';
      return E.left([fault({ code: 'invalid_value', path: '--write', expected, given })]);
    }
  };

const yes = (): boolean => true;
const no = (): boolean => false;

const alreadyThere = (path: string): Fault =>
  fault({
    ...{ code: 'invalid_value', path: '--write' },
    ...{ expected: 'a folder without the files that are written', given: path },
  });

const factsOfAll = ({ settings: { up }, log }: WriteUpOptions): Promise<readonly EngineFacts[]> =>
  new Promise((done) => {
    const look = (): void => {
      const facts = roster.states().flatMap((state) => state.facts ?? []);
      if (facts.length < roster.states().length) return;
      roster.close();
      done(facts);
    };
    const roster = createEngineRoster({
      ...{ urls: up.engines ?? [], key: up.engineKey, clock: systemClock, log },
      onChange: look,
    });
    void roster.start();
  });

type File = readonly [name: string, text: string];

const filesOf = (
  { settings: { up, gateway, router }, options }: WriteUpOptions,
  facts: readonly EngineFacts[],
): readonly File[] => {
  const { fleet, models, routing } = documentsOf(facts, up.slots);
  const routerFlags = {
    ...given(UP_ROUTER_SETTINGS, options),
    clusters: 'fleet.json',
    config: router.config === undefined ? 'routing.json' : resolve(router.config),
  };
  const gatewayFlags = {
    ...given(UP_GATEWAY_SETTINGS, gatewayOptions(options)),
    'session-fallback': gateway.sessionFallback,
    models: gateway.models === undefined ? 'models.json' : resolve(gateway.models),
  };
  return [
    ['fleet.json', jsonText(fleet)],
    ...(router.config === undefined ? ([['routing.json', jsonText(routing)]] as const) : []),
    ...(gateway.models === undefined ? ([['models.json', jsonText(models)]] as const) : []),
    ['router.sh', script('', 'router', routerFlags)],
    ['gateway.sh', script(MEMORY, 'gateway', gatewayFlags)],
  ];
};

const MEMORY = 'export STARGATE_LAST_CLUSTER_ENABLED="${STARGATE_LAST_CLUSTER_ENABLED:-true}"\n';

const jsonText = (json: unknown): string => `${JSON.stringify(json, null, 2)}\n`;

/** Flags of a table that were given, by their name on the command line. */
const given = (table: SettingTable, options: CommandOptions): Record<string, string> => {
  const flags = flagsOf(table, options);
  return Object.fromEntries(
    Object.entries(table).flatMap(([name, { flag }]) => {
      const text = flags[name];
      return flag === undefined || text === undefined ? [] : [[flag, text]];
    }),
  );
};

/**
 * The command of the package that is installed nearest, else that of the system. Not by npx, which
 * stays between, and ends at a signal without its server.
 */
const FIND = 'export PATH="$(npm prefix)/node_modules/.bin:$PATH"\n';

const script = (
  before: string,
  server: string,
  flags: Readonly<Record<string, string>>,
): string => {
  const words = Object.entries(flags).map(([flag, text]) => ` \\\n  --${flag} ${shellText(text)}`);
  return `#!/bin/sh\ncd "$(dirname "$0")" || exit\n${before}${FIND}exec homeward ${server}${words.join('')}\n`;
};
