import type { Command } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { counted } from '../../../core/codec/counted.js';
import { runServer, type RunningServer } from '../../servers/run-server.js';
import { addSettingOptions, flagsOf } from '../../servers/settings/setting-options.js';
import { readSettings } from '../../servers/settings/setting-table.js';
import {
  createMockEngine,
  MOCK_ENGINE_SETTINGS,
  type MockEngineSettings,
} from '../../testing/mock-engine/index.js';

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
    .action((options: Parameters<typeof flagsOf>[1]) =>
      runServer(
        pipe(
          TE.fromEither(
            readSettings(MOCK_ENGINE_SETTINGS, flagsOf(MOCK_ENGINE_SETTINGS, options), {}),
          ),
          TE.flatMap(start),
        ),
      ),
    );
  addSettingOptions(command, MOCK_ENGINE_SETTINGS);
};

const EXAMPLE = `
Example:
  homeward mock-engine --port 8001 --cluster-id A --backend-id a1 --model-ids m --slots 2
`;

/** Time running requests have to end after the first signal. */
const GRACE_MS = 5000;

const start =
  (settings: MockEngineSettings): TE.TaskEither<never, RunningServer> =>
  async () => {
    const engine = await createMockEngine(settings);
    return E.right({
      description: describeEngine(engine.url, settings),
      stop: () => engine.close({ graceMs: GRACE_MS }),
    });
  };

const describeEngine = (url: string, settings: MockEngineSettings): string => {
  const { clusterId, backendId, modelIds, slots, maxQueue } = settings;
  const places = `${counted(slots, 'slot')}, queue ${String(maxQueue)}`;
  return `mock engine ${backendId} of cluster ${clusterId} listening on ${url} (models ${modelIds.join(', ')}; ${places})`;
};
