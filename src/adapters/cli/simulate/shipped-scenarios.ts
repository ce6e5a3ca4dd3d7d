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
  return E.left([`${what}; homeward simulate --list tells them, and ./${nameOrFile} is a file`]);
};

const shippedNames = async (): Promise<readonly string[]> =>
  (await readdir(folder()))
    .filter((file) => file.endsWith('.json'))
    .map((file) => basename(file, '.json'))
    .sort();

/** A table of the scenarios that come along. */
export const listScenarios = async (colors: Colors): Promise<string> => {
  const rows: string[][] = [];
  for (const name of await shippedNames()) {
    const read = await readScenario(join(folder(), `${name}.json`));
    rows.push([name, E.isRight(read) ? read.right.description : read.left[0]!]);
  }
  return renderTable([{ title: 'name' }, { title: 'what happens', maxWidth: 74 }], rows, colors);
};
