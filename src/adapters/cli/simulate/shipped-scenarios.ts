import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { didYouMean } from '../../../core/codec/nearest-name.js';
import { readScenario, type Scenario } from '../../simulator/index.js';
import type { Colors } from '../../terminal/colors.js';
import { renderTable } from '../../terminal/table.js';
import { packageFile } from '../demo/package-file.js';

const folder = (): string => packageFile('data/scenarios');

/** The scenario in a file, or one that comes along, by its name. */
export const findScenario = async (
  nameOrFile: string,
): Promise<E.Either<readonly string[], Scenario>> => {
  if (!/^[a-z0-9-]+$/.test(nameOrFile)) return readScenario(nameOrFile);
  const names = await shippedNames();
  if (names.includes(nameOrFile)) return readScenario(join(folder(), `${nameOrFile}.json`));
  const what = `no scenario that comes along is called ${nameOrFile}${didYouMean(nameOrFile, names)}`;
  return E.left([
    `${what}; homeward simulate --list tells them; a file of that name is ./${nameOrFile}`,
  ]);
};

const shippedNames = async (): Promise<readonly string[]> =>
  (await readdir(folder()))
    .filter((file) => file.endsWith('.json'))
    .map((file) => basename(file, '.json'))
    .sort();

/** What comes along. */
export type ShippedScenario = Readonly<{ name: string; description: string }>;

/** The scenarios that come along, by name. */
export const shippedScenarios = async (): Promise<readonly ShippedScenario[]> =>
  Promise.all(
    (await shippedNames()).map(async (name) => {
      const read = await readScenario(join(folder(), `${name}.json`));
      return { name, description: E.isRight(read) ? read.right.description : read.left[0]! };
    }),
  );

/** A table of them. */
export const scenarioTable = (scenarios: readonly ShippedScenario[], colors: Colors): string =>
  renderTable(
    [{ title: 'name' }, { title: 'what happens', maxWidth: 74 }],
    scenarios.map(({ name, description }) => [name, description]),
    colors,
  );
