import type { Command } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Fault } from '../../core/codec/fault.js';
import { runServer, type RunningServer } from '../servers/run-server.js';
import {
  createMockEngine,
  MOCK_ENGINE_SETTING_KEYS,
  MOCK_ENGINE_SETTINGS,
  parseMockEngineSettings,
} from '../testing/mock-engine/index.js';
import type { MockEngineSettings, SettingKey, SettingSpec } from '../testing/mock-engine/index.js';

/**
 * Adds `homeward mock-engine`, which runs one mock engine until SIGTERM or SIGINT.
 *
 * Every setting of the engine is a flag. Exit status 2 with all faults listed if one is invalid,
 * 1 if the port is taken.
 */
export const addMockEngineCommand = (program: Command): void => {
  const command = program
    .command('mock-engine')
    .description('run a mock LLM engine with OpenAI-shaped APIs, for demos and tests')
    .addHelpText('after', EXAMPLE)
    .action(run);
  for (const key of MOCK_ENGINE_SETTING_KEYS) {
    const spec = MOCK_ENGINE_SETTINGS[key];
    command.option(`${flagOf(key)} ${PLACEHOLDERS[spec.kind]}`, describe(spec));
  }
};

const EXAMPLE = `
Example:
  homeward mock-engine --port 8001 --cluster-id A --backend-id a1 --model-ids m --slots 2
`;

const PLACEHOLDERS: Readonly<Record<SettingSpec['kind'], string>> = {
  text: '<text>',
  texts: '<texts...>',
  integer: '<count>',
  rate: '<number>',
};

/** Time running requests have to end after the first signal. */
const GRACE_MS = 5000;

type Flags = Readonly<Partial<Record<SettingKey, string | readonly string[]>>>;

const run = (flags: Flags): Promise<void> => {
  const settings = parseMockEngineSettings(readFlags(flags));
  return runServer(
    E.isLeft(settings) ? TE.left(settings.left.map(namedByFlag)) : start(settings.right),
  );
};

const start =
  (settings: MockEngineSettings): TE.TaskEither<readonly Fault[], RunningServer> =>
  async () => {
    const engine = await createMockEngine(settings);
    return E.right({
      description: describeEngine(engine.url, settings),
      stop: () => engine.close({ graceMs: GRACE_MS }),
    });
  };

const namedByFlag = (one: Fault): Fault => ({
  ...one,
  message: `${flagOf(one.path)}: expected ${one.expected}, given ${one.given}`,
});

const describeEngine = (url: string, settings: MockEngineSettings): string => {
  const { clusterId, backendId, modelIds, slots, maxQueue } = settings;
  const places = `${String(slots)} slots, queue ${String(maxQueue)}`;
  return `mock engine ${backendId} of cluster ${clusterId} listening on ${url} (models ${modelIds.join(', ')}; ${places})`;
};

const readFlags = (flags: Flags): Partial<Record<SettingKey, unknown>> =>
  Object.fromEntries(
    MOCK_ENGINE_SETTING_KEYS.map((key) => [
      key,
      readFlag(MOCK_ENGINE_SETTINGS[key].kind, flags[key]),
    ]),
  );

/** Text that is no number stays text, so that the fault shows it as given. */
const readFlag = (kind: SettingSpec['kind'], value: Flags[SettingKey]): unknown => {
  const isNumber = kind === 'integer' || kind === 'rate';
  return isNumber && typeof value === 'string' && /^\d+(\.\d+)?$/.test(value)
    ? Number(value)
    : value;
};

const flagOf = (key: string): string =>
  `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

const describe = (spec: SettingSpec): string => {
  const fallback = Array.isArray(spec.default) ? spec.default.join(' ') : String(spec.default);
  return `${spec.effect} (default: ${fallback})`;
};
